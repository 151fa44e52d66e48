# lib: runs relaxctl and relaxlab and checks what they say.
# shellcheck shell=bash
# shellcheck disable=SC2034 # variables for those who source this
# shellcheck source=tests/http/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../http/lib.sh"

# relaxctl ARGUMENT..., relaxlab ARGUMENT...: set out, err and code. How far it has come, which it
# only says where it takes long, is no part of err.
relaxctl() { run_program "$RELAXCTL" "$@"; }
relaxlab() { run_program "$RELAXLAB" "$@"; }

run_program() {
    "$@" >"$scratch/out" 2>"$scratch/err"
    code=$?
    out=$(cat "$scratch/out")
    err=$(grep -vE '^[^:]+: [0-9]+ %$' "$scratch/err")
}

# ask COMMAND ARGUMENT...: of the program that has it.
ask() {
    case ${1:-} in
    bench | trace | paper | grid | generate) relaxlab "$@" ;;
    *) relaxctl "$@" ;;
    esac
}

# done_well WORDS ARGUMENT...: it ends with 0 and nothing on stderr.
done_well() {
    local words=$1
    shift
    ask "$@"
    is "$words" "0 " "$code $err"
}

# fails WORDS CODE PART ARGUMENT...: it ends with CODE, says PART on stderr and
# nothing on stdout.
fails() {
    local words=$1 expected=$2 part=$3
    shift 3
    ask "$@"
    is "$words: ends with $expected" "$expected " "$code $out"
    has "$words: says so" "$part" "$err"
}

# Two ways from 1 to 4, the shorter one over more arcs; 5 is not reached; 6 is
# reached at the largest weight, 7 beyond it.
write_known_map() {
    cat >"$scratch/known.gr" <<'END'
p sp 7 7
a 1 2 10
a 2 3 20
a 3 4 30
a 1 4 100
a 5 1 1
a 1 6 4294967293
a 6 7 4294967293
END
    "$RELAXCTL" import "$scratch/known.gr" --unit ms -o "$scratch/known.rlx" >/dev/null
    known=$scratch/known.rlx
}

no_gpu() { "$RELAXCTL" solvers | grep -q '^    no CUDA device'; }

# skipped WHAT: says what is not looked at where there is neither a GPU nor an
# emulated one.
skipped() { echo "skipped: $1, without a GPU or its emulator"; }
