# shellcheck shell=bash
# image.sh: the Containerfile, built and run by podman. Sourced by tests/package/run.
# shellcheck disable=SC2154 # variables of tests/package/run, which sources this
# shellcheck disable=SC2016 # the shell that is inside, or eventually, expands

store= # where podman keeps images and containers

# Without services of the machine's: no systemd, no network of containers.
pod() { podman --root "$store/images" --runroot "$store/run" --runtime runc --cgroup-manager cgroupfs "$@"; }

# begin IMAGE NAME [OPTION]... -- [ARGUMENT]...: starts a container as compose.yaml would.
begin() {
    local image=$1 name=$2 options=()
    shift 2
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    pod run --detach --pull=never --name "$name" --network none --read-only --read-only-tmpfs=false --cap-drop all \
        --security-opt no-new-privileges --memory 1g --pids-limit 1000 \
        --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 "${options[@]}" "$image" "$@" >"$scratch/log" 2>&1
}

# curl_in NAME ARGUMENT...: the machine's curl on the container's network.
curl_in() { nsenter -t "$(pod inspect -f '{{.State.Pid}}' "$1")" -n curl -s --max-time 60 "${@:2}"; }
code_in() { curl_in "$1" -o /dev/null -w '%{http_code}' "$2"; }
state_in() { pod inspect -f '{{.State.Status}} {{.State.ExitCode}}' "$1"; }
served_or_gone() { [ "$(code_in "$1" "http://127.0.0.1:$2/readyz")" = 200 ] || [[ $(state_in "$1") == exited* ]]; }
maps_in() { curl_in "$1" "http://127.0.0.1:$2/v1/status" | jq -r '[.maps[] | "\(.name):\(.profile)"] | join(" ")'; }

end_image() {
    [ -n "$store" ] || return 0
    pod rm --all --force --time 0 >/dev/null 2>&1
    # One may be mounted upon another.
    while findmnt -rno TARGET | grep -F "$store/" | sort -r | xargs -r umount -l 2>/dev/null &&
        findmnt -rno TARGET | grep -qF "$store/"; do :; done
}

# The base is the bare Debian, under the name that the Containerfile has.
make_image() {
    tar -C "$bare/system" -c . | pod import - localhost/debian:12-slim >"$scratch/log" 2>&1 ||
        give_up "there is a base image"
    if ! begin localhost/debian:12-slim probe -- true; then
        printf 'ok - the image of the Containerfile # SKIP podman runs no container here: %s\n' \
            "$(tail -n 1 "$scratch/log")"
        return 1
    fi
    # Where npm trusts more than usual, it does so there.
    pod build --pull=never --isolation chroot --format docker \
        ${NODE_EXTRA_CA_CERTS:+--volume "$NODE_EXTRA_CA_CERTS:/machine.crt:ro" --env NODE_EXTRA_CA_CERTS=/machine.crt} \
        --tag relaxd --file "$checkout/Containerfile" "$checkout" >"$scratch/log" 2>&1 ||
        give_up "the image is built"
    ok "the image is built"
    say "built, $(pod image inspect -f '{{.Size}}' relaxd | awk '{ printf "%.0f MB", $1 / 1e6 }')"
}

# write_streets N: OpenStreetMap data of N streets that cross N others.
write_streets() {
    awk -v n="$1" 'BEGIN {
        print "<osm version=\"0.6\">"
        for (i = 0; i < n * n; i++)
            printf "<node id=\"%d\" version=\"1\" lon=\"%.4f\" lat=\"%.4f\"/>\n", i + 1, (i % n) / 1000, int(i / n) / 1000
        for (i = 0; i < 2 * n; i++) {
            printf "<way id=\"%d\" version=\"1\">", i + 1
            for (j = 0; j < n; j++) printf "<nd ref=\"%d\"/>", (i < n ? i * n + j : j * n + i - n) + 1
            print "<tag k=\"highway\" v=\"residential\"/></way>"
        }
        print "</osm>"
    }'
}

try_one_file() {
    local began=$SECONDS target
    begin relaxd one --volume "$data/region.osm:/data/region.osm:ro" --volume imports:/var/cache/relaxd -- ||
        give_up "it is started with one file"
    eventually served_or_gone one 5000
    is "one file is served" region:car "$(maps_in one 5000)"
    say "after $((SECONDS - began)) s"
    for target in '/route/v1/driving/0.001,0;0.05,0.05?steps=true' / /metrics; do
        is "it answers $target" 200 "$(code_in one "http://127.0.0.1:5000$target")"
    done
    is "at every address" 200 "$(code_in one http://127.0.0.2:5000/healthz)"
    holds "it is healthy" pod healthcheck run one
    is "its user is none of the machine's, and may nothing" "5000 5000 0000000000000000" \
        "$(awk '/^[UG]id:/ { print $2 } /^CapEff:/ { print $2 }' "/proc/$(pod inspect -f '{{.State.Pid}}' one)/status" | xargs)"
    is "it may write imports and weights alone" "/var/cache/relaxd /var/lib/relaxd" \
        "$(pod exec one find / -xdev -type d -writable 2>/dev/null | sort | xargs)"
    is "nothing of the build is left in it" "" \
        "$(pod exec one sh -c 'ls -d /usr/bin/gcc /usr/bin/npm /usr/bin/curl /relaxd /tmp/* 2>/dev/null')"
    holds "it is stopped" pod stop --time 35 one
    is "and ends well" "exited 0" "$(state_in one)"
    holds "it imported the file" eval 'pod logs one 2>&1 | grep -q "importing ./data/region.osm."'
    holds "it is started again" pod start one
    eventually served_or_gone one 5000
    is "and served without another import" 1 "$(pod logs one 2>&1 | grep -c 'importing ./data')"
    pod stop --time 35 one >/dev/null 2>&1
}

try_directory() {
    begin relaxd all --volume "$data:/data:ro" -- --profiles car,foot || give_up "it is started with a directory"
    eventually served_or_gone all 5000
    is "all of a directory is served, as arguments say" "next:car next:foot region:car region:foot" "$(maps_in all 5000)"
    begin relaxd routed --volume "$data:/data:ro" -- -p 5001 --algorithm mld --max-table-size 7 /data/next.osm ||
        give_up "it is started as osrm-routed"
    eventually served_or_gone routed 5001
    is "a map that is named is served alone, with osrm-routed's options" next:car "$(maps_in routed 5001)"
    is "what listens elsewhere is not healthy" 1 "$(pod healthcheck run routed >/dev/null 2>&1; echo $?)"
    begin relaxd none --
    eventually eval '[[ $(state_in none) == exited* ]]'
    is "without a map it ends" "exited 2" "$(state_in none)"
    has "and says what is missing" "no map is in '/data'; put a file there" "$(pod logs none 2>&1)"
    begin relaxd version -- --version
    eventually eval '[[ $(state_in version) == exited* ]]'
    has "it tells its commit" "$(git -C "$checkout" rev-parse --short=7 HEAD)" "$(pod logs version 2>&1)"
}

# What compose.yaml asks for, as docker-compose reads it.
composed() { docker-compose -f "$checkout/compose.yaml" --profile gpu config | python3 -c '
import json, sys, yaml
print(json.dumps(yaml.safe_load(sys.stdin)))' | jq -c "$1"; }

try_compose() {
    holds "compose.yaml is one" docker-compose -f "$checkout/compose.yaml" --profile gpu config
    holds "so is replicas.yaml" docker-compose -f "$checkout/config/examples/replicas.yaml" config
    is "its services are built of files that are there" '[true,true]' \
        "$(composed '[.services[].build | .context + "/" + .dockerfile]' | jq -r '.[]' | while read -r file; do
            [ -f "$file" ] && echo true
        done | jq -sc .)"
    is "with a root that is not written, and what is, in volumes" \
        '[[true,["ALL"],["/data:ro","/var/cache/relaxd:rw","/var/lib/relaxd:rw"]]]' \
        "$(composed '[.services[] | [.read_only, .cap_drop, [.volumes[] | sub("^[^:]*:"; "")]]] | unique')"
    holds "they have longer to end than relaxd takes" eval \
        "composed '.services[].stop_grace_period | sub(\"s\$\"; \"\") | tonumber > 30' | sort -u | grep -qx true"
    is "one has a GPU" '[[["gpu"]],null]' \
        "$(composed '[.services.gpu, .services.relaxd | .deploy.resources.reservations.devices | if . then [.[].capabilities] else . end]')"
}

test_image() {
    local data=$scratch/data
    store=$scratch/store
    mkdir -p "$data" "$store"
    try_compose
    make_image || return 0
    write_streets 200 >"$data/region.osm"
    write_streets 10 >"$data/next.osm"
    chmod a+rx "$scratch"
    try_one_file
    try_directory
    say "image tried"
}
