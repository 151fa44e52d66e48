# lib: what the comparisons with routino share.
# shellcheck shell=bash
# shellcheck disable=SC2034 # variables for those who source this
# shellcheck source=tests/clients/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../clients/lib.sh"

here=$(dirname "${BASH_SOURCE[0]}")

for program in planetsplitter filedumper routino-router; do
    command -v "$program" >/dev/null || {
        echo "skipped: no $program, of Debian's package routino"
        exit 77
    }
done

# compare ARGUMENT...: sets out, err and code. The folder for routino's files
# comes last.
compare() {
    mkdir -p "$scratch/routino"
    "$COMPARE" "$@" "$scratch/routino" >"$scratch/out" 2>"$scratch/err"
    code=$?
    out=$(cat "$scratch/out")
    err=$(cat "$scratch/err")
}

# compared: the lines of the last comparison, as checks of this test.
compared() {
    cat "$scratch/out" "$scratch/err"
    [ "$code" -le 1 ] || not_ok "it ends well" "$err"
    [ "$code" = 0 ] || failed=1
}
