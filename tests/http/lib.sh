# lib: a daemon to test, requests to it, and checks that are counted.
# shellcheck shell=bash
# shellcheck disable=SC2034 # variables for those who source this
#
# Meson gives RELAXD, RELAXCTL, MAKE_MAP and SLOWNESS, how many times longer a build
# takes for the same, by which what is only to take a while is divided. Each script prints "ok - words" or
# "not ok - words" per check and ends with finish. Nothing waits for a fixed
# time: what must happen is looked for until it has, or until patience ends.
set -u

# For what has to begin before its deadline, and is to end at it: one after the other,
# until it has begun.
deadlines_ms=(2000 8000 32000 64000)
scratch=$(mktemp -d)
slowness=${SLOWNESS:-1}
failed=0
pid=
trap 'end_daemon; rm -rf "$scratch"' EXIT

end_daemon() {
    [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null
    [ -z "$pid" ] || wait "$pid" 2>/dev/null
    pid=
}

ok() { printf 'ok - %s\n' "$1"; }

not_ok() {
    printf 'not ok - %s\n' "$1"
    shift
    printf '    %s\n' "$@"
    failed=1
}

# is WORDS EXPECTED ACTUAL
is() {
    if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "expected: $2" "got: $3"; fi
}

# has WORDS PART TEXT
has() {
    case $3 in
    *"$2"*) ok "$1" ;;
    *) not_ok "$1" "expected to contain: $2" "got: $3" ;;
    esac
}

# holds WORDS COMMAND...
holds() {
    local words=$1
    shift
    if "$@" >"$scratch/holds" 2>&1; then ok "$words"; else not_ok "$words" "$*" "$(head -c 400 "$scratch/holds")"; fi
}

finish() { exit "$failed"; }

# pause [SECONDS]: a moment, without a process for it.
pause() { read -r -t "${1:-0.02}" <> <(:) || true; }

# eventually COMMAND...: waits until it succeeds, 120 s at most, which an import
# may take under a sanitizer beside other tests. What takes long is looked at less
# often: looking takes a processor, too.
eventually() {
    local end=$((SECONDS + 120)) looked=0
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || return 1
        if ((++looked < 10)); then pause; else pause 0.1; fi
    done
}

listening_or_dead() { grep -q 'listening on' "$scratch/log" || ! kill -0 "$pid"; }

# start_daemon OPTION...: sets pid and address.
start_daemon() {
    : >"$scratch/log"
    "$RELAXD" --listen 127.0.0.1:0 "$@" >/dev/null 2>"$scratch/log" &
    pid=$!
    eventually listening_or_dead
    address=$(sed -n 's/.*listening on //p' "$scratch/log")
    [ -n "$address" ] || {
        not_ok "relaxd starts" "$(cat "$scratch/log")"
        exit 1
    }
}

# stop_daemon: SIGTERM; sets code to its exit code.
stop_daemon() {
    kill -TERM "$pid"
    wait "$pid"
    code=$?
    pid=
}

# fetch TARGET [CURL OPTION...]: sets status, body, headers.
fetch() {
    local target=$1
    shift
    : >"$scratch/body"
    status=$(curl -s -o "$scratch/body" -D "$scratch/headers" -w '%{http_code}' \
        --max-time 60 "$@" "http://$address$target") || true
    body=$(tr -d '\000' <"$scratch/body")
    headers=$(tr -d '\r' <"$scratch/headers")
}

# post TARGET JSON [CURL OPTION...]
post() {
    local target=$1 json=$2
    shift 2
    fetch "$target" -H 'Content-Type: application/json' --data-binary "$json" "$@"
}

# member FILTER: of the last body, as jq prints it.
member() { printf '%s' "$body" | jq -c -r "$1" 2>&1; }

# refused WORDS STATUS TYPE [PART OF DETAIL]: the last answer is that problem.
refused() {
    local got
    got="$status $(member '"\(.status) \(.type)"') $(sed -n 's/^Content-Type: //p' <<<"$headers")"
    is "$1" "$2 $2 urn:relaxd:$3 application/problem+json" "$got"
    has "$1: of no other type" "X-Content-Type-Options: nosniff" "$headers"
    [ $# -lt 4 ] || has "$1: says so" "$4" "$(member '.detail + " " + (.mend // "")')"
}

# mends PART: what the last answer says to do.
mends() { has "... and how to mend it" "$1" "$(member .mend)"; }

# raw TEXT: sends it as it is on a connection of its own, prints what comes
# until the server closes. The text ends the last request with
# "Connection: close".
raw() {
    local fd
    exec {fd}<>"/dev/tcp/${address%:*}/${address##*:}" || return
    printf '%b' "$1" >&"$fd"
    timeout 60 cat <&"$fd" | tr -d '\r\000'
    exec {fd}>&-
}

small_map() {
    "$MAKE_MAP" "$scratch/small.rlx" 31 32
    columns=31 count=992 # the grid; ids from 1
}

# Large enough that a tree takes a while.
big_map() { "$MAKE_MAP" "$scratch/big.rlx" 500 500; }

# A table on the big map that keeps one worker busy for long.
long_table() {
    printf '{"map":"big","sources":%s,"targets":[250000]}' "$(seq -s, 1 "${1:-400}" | sed 's/.*/[&]/')"
}

# admitted MANY: so many jobs have come to devices, those that ended among them.
admitted() { in_status "[.devices[] | .queued + .jobs] | add >= $1"; }

in_status() { [ "$(curl -s --max-time 60 "http://$address/v1/status" | jq -c "$1")" = true ]; }

osm_node() { printf '<node id="%s" version="1" lon="%s" lat="%s"/>\n' "$@"; }
osm_way() {
    local id=$1
    shift
    printf '<way id="%s" version="1">' "$id"
    printf '<nd ref="%s"/>' "$@"
    printf '<tag k="highway" v="tertiary"/></way>\n'
}

#   4---5---6     from 1 to 3: straight, or around
#   |       |
#   1---2---3
write_ring() {
    echo '<osm version="0.6">'
    osm_node 1 8.000 49.000 && osm_node 2 8.002 49.000 && osm_node 3 8.004 49.000
    osm_node 4 8.000 49.001 && osm_node 5 8.002 49.001 && osm_node 6 8.004 49.001
    osm_way 10 1 2 3
    osm_way 11 1 4 5 6 3
    echo '</osm>'
}
