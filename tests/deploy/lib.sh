# lib: two relaxd, a and b, behind a proxy, and what holds behind any. Sourced by
# who starts the proxy.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2317 # variables and functions for those who source this
# shellcheck source=tests/http/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../http/lib.sh"

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
examples=$here/../../config/examples
declare -A pids addresses
proxy_pid=
asker_pid=
deaf_pid=
token=0123456789abcdef
trap 'end_all; rm -rf "$scratch"' EXIT

end_all() {
    [ -z "$asker_pid" ] || kill -KILL "$asker_pid" 2>/dev/null
    [ -z "$deaf_pid" ] || kill -KILL "$deaf_pid" 2>/dev/null
    [ -z "$proxy_pid" ] || { kill "$proxy_pid" && wait "$proxy_pid"; } 2>/dev/null
    local name
    for name in "${!pids[@]}"; do
        kill -KILL "${pids[$name]}" 2>/dev/null
        wait "${pids[$name]}" 2>/dev/null
    done
}

# behind PROGRAM NAME: sets proxy; leaves where the program is not there.
behind() {
    proxy=$2
    command -v "$1" >/dev/null || {
        echo "ok - relaxd behind $2 # SKIP $1 is not there (Debian package $1; ./test unpacks it)"
        exit 0
    }
}

# free_port: none that the system gives a client while nobody listens there.
free_port() {
    python3 - <<'PYTHON'
import random, socket
first = int(open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii").read().split()[0])
while True:
    port = random.randrange(1024 + (first - 1024) // 2, first) if first > 4096 else random.randrange(61000, 65536)
    try:
        socket.create_server(("127.0.0.1", port)).close()
        break
    except OSError:
        pass
print(port)
PYTHON
}

# start NAME: at the address that it had.
start() {
    local name=$1
    : >"$scratch/$name.log"
    "$RELAXD" --listen "${addresses[$name]:=127.0.0.1:$(free_port)}" --map "country=$scratch/$name.rlx" --device cpu \
        --access-log on --engine-cpu-workers 2 --weights-token-file "$scratch/token" \
        --daemon-state-directory "$scratch/$name.state" >/dev/null 2>"$scratch/$name.log" &
    pids[$name]=$!
    eventually listens_or_dead "$name"
    addresses[$name]=$(sed -n 's/.*listening on //p' "$scratch/$name.log")
    [ -n "${addresses[$name]}" ] || {
        not_ok "relaxd starts" "$(cat "$scratch/$name.log")"
        exit 1
    }
}
listens_or_dead() { grep -q 'listening on' "$scratch/$1.log" || ! kill -0 "${pids[$1]}"; }

# stop NAME [SIGNAL]: sets code.
stop() {
    kill "-${2:-TERM}" "${pids[$1]}"
    wait "${pids[$1]}" 2>/dev/null
    code=$?
    unset "pids[$1]"
}

start_both() {
    echo $token >"$scratch/token"
    chmod 600 "$scratch/token"
    "$RELAXLAB" generate --nodes 10000 --seed 1 --osm "$scratch/country.osm.pbf" --no-report >/dev/null 2>&1
    "$RELAXCTL" import "$scratch/country.osm.pbf" -o "$scratch/a.rlx" >/dev/null 2>&1
    cp "$scratch/a.rlx" "$scratch/b.rlx"
    start a
    start b
}

# seen: what of an answer must be the same: all but times, who answered and names.
seen() {
    printf '%s %s\n' "$status" "$(grep -iE '^(Content-Type|Content-Encoding|Allow|Retry-After|Content-Disposition|Relaxd-[A-Za-z]*):' \
        <<<"$headers" | tr '[:upper:]' '[:lower:]' | sort | tr '\n' ' ')"
    [ -n "${head:-}" ] || sed -E 's/"(queued|solve|search|draw)_us":[0-9]+//g' "$scratch/body" | sha256sum
}

# same WORDS TARGET [CURL OPTION...]: it is answered as relaxd itself does.
same() {
    local words=$1 direct
    shift
    address=${addresses[a]} fetch "$@"
    direct=$(seen)
    fetch "$@"
    is "$words: the same as without $proxy" "$direct" "$(seen)"
}

# numbers N: as a list.
numbers() { seq -s, 1 "$1" | sed 's/.*/[&]/'; }

table() { printf '{"sources":%s,"targets":%s}' "$(numbers "$1")" "$(numbers "$2")"; }
json=(-H 'Content-Type: application/json')

tile() { curl -s "http://${addresses[a]}/v1/tiles.json" | jq -r '.middle | "\((.[0] + .[2]) / 2) \((.[1] + .[3]) / 2)"' |
    awk '{ n = 2 ^ 14; pi = atan2(0, -1); y = $2 * pi / 180
           printf "/tile/v1/driving/tile(%d,%d,14).mvt", ($1 + 180) / 360 * n, (1 - log(sin(y) / cos(y) + 1 / cos(y)) / pi) / 2 * n }'; }

answers_are_the_same() {
    local from='{"queries":['
    same "a path" '/v1/path?from=1&to=100'
    same "a route" '/v1/route?from=-0.02,0.006&to=0.021,-0.005'
    same "OSRM's route" '/route/v1/driving/-0.02,0.006;0.021,-0.005?steps=true&annotations=true'
    same "OSRM's route of a polyline, escaped" '/route/v1/driving/polyline(od@~%7BB~mE_%60G)?overview=full'
    same "OSRM's mistake" '/route/v1/driving/1'
    same "an isochrone" '/v1/isochrone?lon=-0.02&lat=0.006&contours=300,600'
    table 60 60 >"$scratch/table"
    same "a table" /v1/table "${json[@]}" --data-binary "@$scratch/table"
    table 300 800 >"$scratch/table"
    same "a table in strips" /v1/table "${json[@]}" --data-binary "@$scratch/table"
    same "a table as .npy" /v1/table "${json[@]}" -H 'Accept: application/octet-stream' --data-binary "@$scratch/table"
    printf '%s%s],"paths":false}' "$from" "$(awk 'BEGIN { for (i = 0; i < 40000; i++)
        printf "%s{\"from\":%d,\"to\":%d}", i ? "," : "", 1 + i % 1999, 1 + i % 1777 }')" >"$scratch/long"
    same "a question of $(($(stat -c %s "$scratch/long") / 1024)) KiB" /v1/path "${json[@]}" --data-binary "@$scratch/long"
    same "a tree as octets" '/v1/tree?from=1' -H 'Accept: application/octet-stream'
    same "vertices" /v1/vertices
    same "a tile that is packed" "$(tile)" -H 'Accept-Encoding: gzip'
    has "... and is" "content-encoding: gzip" "${headers,,}"
    same "a tile" "$(tile)"
    same "a list of tiles, by the name that was asked" /v1/tiles.json -H 'Host: routes.example.org'
    same "the page, or that there is none" /
    same "what is answered" /openapi.yaml
    head=yes same "HEAD" '/v1/path?from=1&to=100' -I
    same "OPTIONS" /v1/path -X OPTIONS
    same "a mistake" '/v1/path?from=1&colour=red'
    has "... and is a problem" "application/problem+json" "$headers"
    same "what is nowhere" /v1/nothing
    has "... in relaxd's words" urn:relaxd:no-endpoint "$body"
    same "another method" /v1/path -X DELETE
    same "another type" /v1/table -H 'Content-Type: text/csv' --data-binary 1,2
    same "health" /healthz
    same "readiness" /readyz
    same "a long request line" "/route/v1/driving/$(seq -s ';' 500 | sed -E 's/[0-9]+/-0.0200000000000001,0.00600000000000000000000001/g')?overview=false"
    fetch '/v1/path?from=1&to=100' -H 'Accept-Encoding: gzip' --compressed
    has "a path is packed, by relaxd or by $proxy" "content-encoding: gzip" "${headers,,}"
    local packed
    packed=$status,$(jq .cost "$scratch/body")
    address=${addresses[a]} fetch '/v1/path?from=1&to=100'
    is "... without a change" "200,$(member .cost)" "$packed"
}

# Lines of the log come after answers.
logged() {
    eventually grep -q "$1" "$scratch/a.log" "$scratch/b.log"
    cat "$scratch/a.log" "$scratch/b.log" | grep -c "$1"
}

names_pass() {
    fetch '/v1/path?from=1&to=100' -H 'X-Request-Id: what-it-is-called:7'
    is "a request keeps its name" "x-request-id: what-it-is-called:7" "$(grep -i '^x-request-id' <<<"${headers,,}")"
    is "and relaxd logs it" 1 "$(logged 'request_id=what-it-is-called:7')"
    fetch '/v1/path?from=1&to=100'
    local name
    name=$(sed -n 's/^x-request-id: //Ip' <<<"$headers")
    is "one without gets one, which relaxd logs" 1 "$(logged "request_id=$name")"
    fetch '/v1/path?from=1&to=100&a=who' -H 'X-Forwarded-For: 192.0.2.7'
    is "relaxd is told who asks" 1 "$(logged 'a=who.*forwarded_for="\?192.0.2.7, \?127.0.0.1')"
}

limits_hold() {
    fetch /metrics
    is "metrics are for some" 200 "$status"
    for target in /metrics /v1/status /%6detrics /v1/%73tatus; do
        fetch "$target" --interface 127.0.0.2
        is "and not for others: $target" 40 "${status%[034]}"
    done
    head -c 4194305 /dev/zero | tr '\0' ' ' >"$scratch/too-long"
    # HAProxy closes at once, and who still sends then may lose the answer.
    local -a sends=(-H 'Expect:')
    [ "$proxy" != HAProxy ] || sends=(-H 'Expect: 100-continue' --expect100-timeout 30)
    fetch /v1/table "${json[@]}" "${sends[@]}" --data-binary "@$scratch/too-long"
    is "a body that is too long is a problem" "413 413" "$status $(member .status)"
    fetch /v1/table "${json[@]}" -H 'Expect:' -H 'Transfer-Encoding: chunked' --data-binary "@$scratch/too-long"
    is "one that does not say how long it is, too" "413 413" "$status $(member .status)"
}

# change METHOD [CURL OPTION...]: of speeds, with the token.
segments=/v1/weights/car/segments
change() {
    local method=$1
    shift
    fetch "$segments" -X "$method" -H "Authorization: Bearer $token" -H 'Content-Type: text/csv' -H 'Expect:' "$@"
}

# weights_change: through the proxy, at one of the two.
weights_change() {
    same "rows of weights" "$segments"
    fetch '/route/v1/driving/-0.02,0.006;0.021,-0.005?annotations=nodes'
    member '.routes[0].legs[0].annotation.nodes | "\(.[1]),\(.[2]),20"' >"$scratch/rows"
    fetch "$segments" -X PATCH -H 'Content-Type: text/csv' --data-binary "@$scratch/rows"
    is "who has no token changes nothing" "401 401" "$status $(member .status)"
    has "... and is told so" "www-authenticate: bearer" "${headers,,}"
    change PATCH --data-binary "@$scratch/rows"
    is "who has it changes weights" "200 1" "$status $(member .matched)"
    change PATCH --data-binary "@$scratch/rows" -H 'Idempotency-Key: a1'
    is "... with a key, too" "200 1" "$status $(member .matched)"
    { cat "$scratch/rows" && head -c 8000000 /dev/zero | tr '\0' '\n'; } >"$scratch/long-rows"
    change PUT --data-binary "@$scratch/long-rows"
    is "... longer ones than questions may be" "200 1" "$status $(member .matched)"
    gzip <"$scratch/rows" >"$scratch/rows.gz"
    change PUT --data-binary "@$scratch/rows.gz" -H 'Content-Encoding: gzip'
    is "... and packed ones" "200 1" "$status $(member .matched)"
    truncate -s 268435457 "$scratch/long-rows"
    # Asks first: who refuses a body that is on its way may close before it is heard.
    fetch "$segments" -X PUT -H "Authorization: Bearer $token" -H 'Content-Type: text/csv' \
        -H 'Expect: 100-continue' --expect100-timeout 60 -T "$scratch/long-rows"
    is "but not any length" "413 413" "$status $(member .status)"
    rm "$scratch/long-rows"
}

# changes_are_not_repeated: where both read a request and leave it unanswered.
changes_are_not_repeated() {
    python3 "$here/hangs_up" "$scratch/heard" "${addresses[a]}" "${addresses[b]}" &
    deaf_pid=$!
    local name method
    for name in a b; do
        holds "who leaves requests unanswered is in the place of $name" eventually curl -sf "http://${addresses[$name]}/readyz"
        back $name
    done
    heard() { grep -c "^$1 " "$scratch/heard"; }
    fetch '/v1/path?from=1&to=100'
    holds "a question is repeated elsewhere" test "$(heard GET)" -ge 2
    for method in PATCH PUT DELETE; do
        change $method --data-binary "@$scratch/rows"
        is "$method without a key is not" "1 1" "$(heard $method) $([ "$status" -lt 502 ] || echo 1)"
        change $method --data-binary "@$scratch/rows" -H 'Idempotency-Key: a2'
        holds "with a key it may be" test "$(heard $method)" -gt 2
    done
    fetch /v1/scenarios/s/publish -X POST -H "Authorization: Bearer $token"
    is "nor is a publication" 1 "$(heard POST)"
    kill "$deaf_pid"
    wait "$deaf_pid" 2>/dev/null
    deaf_pid=
}

# keep_asking: until asked_well; some answers have come.
keep_asking() {
    python3 "$here/asker" "$address" "$scratch/answers" '/v1/path?from=1&to=100' "/v1/table $(table 10 20)" \
        '/route/v1/driving/-0.02,0.006;0.021,-0.005' "/v1/path $(jq -c '.queries |= .[:5]' "$scratch/long")" >"$scratch/asked" &
    asker_pid=$!
    more_answers 1
}

# more_answers LINES: waits for them.
more_answers() {
    local until=$(($(wc -l 2>/dev/null <"$scratch/answers" || echo 0) + $1))
    eventually has_answers "$until"
}
has_answers() { [ "$(wc -l <"$scratch/answers")" -ge "$1" ]; }

asked_well() {
    more_answers 2
    kill "$asker_pid"
    wait "$asker_pid"
    is "$1: no request fails" "0 0 of" "$? $(cut -d' ' -f1,2 "$scratch/asked")"
    [ "$(cut -d' ' -f1 "$scratch/asked")" = 0 ] || sed 's/^/    /' "$scratch/asked"
    asker_pid=
}

requests_of() { curl -s "http://${addresses[$1]}/metrics" | awk '/^relaxd_http_requests_total/ { n += $NF } END { print n + 0 }'; }
has_new_map() {
    [ "$(curl -s "http://${addresses[$1]}/nearest/v1/driving/-0.02,0.006" | jq -r .data_version)" = new ]
}

# one_after_the_other: each relaxd is stopped and started, gets a new map, is killed.
# Who sources this says by back NAME when the proxy asks it again.
one_after_the_other() {
    local name
    keep_asking
    for name in a b; do
        stop "$name"
        is "$name leaves with 0" 0 "$code"
        more_answers 1
        start "$name"
        back "$name"
        more_answers 1
    done
    asked_well "each is stopped and started anew"
    holds "both were asked" test "$(requests_of a)" -gt 10 -a "$(requests_of b)" -gt 10

    keep_asking
    for name in a b; do
        "$RELAXCTL" import "$scratch/country.osm.pbf" --data-version new -o "$scratch/$name.rlx" >/dev/null 2>&1
        kill -HUP "${pids[$name]}"
        holds "$name serves its new map" eventually has_new_map "$name"
        more_answers 1
    done
    asked_well "each gets a new map"

    keep_asking
    stop a KILL
    asked_well "one is killed"
}

# broken_is_seen: b, which is alone, is killed while a client reads. The answer is 80 MB:
# the sockets on the way must not hold it whole.
broken_is_seen() {
    local ids
    ids=$(numbers 2000)
    printf '{"sources":%s,"targets":%s}' "$ids" "[${ids:1:-1},${ids:1:-1},${ids:1:-1}]" >"$scratch/table"
    curl -s --limit-rate 1M --max-time 100 "${json[@]}" --data-binary "@$scratch/table" \
        -o "$scratch/broken" "http://$address/v1/table" &
    local client=$!
    holds "a table begins" eventually grep -q '"costs":' "$scratch/broken"
    stop b KILL
    wait "$client"
    is "a client is told that its answer broke off" 18 $?
    fetch '/v1/path?from=1&to=100'
    is "where nobody is there $proxy says so" "503 503" "$status $(member .status)"
    has "... and when to come back" "retry-after: 1" "${headers,,}"
}
