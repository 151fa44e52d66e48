# shellcheck shell=bash
# booted.sh: relaxd's units under a systemd that runs. Sourced by tests/package/run.
# shellcheck disable=SC2016 # the shell that is inside expands
# shellcheck disable=SC2154 # variables of tests/package/run, which sources this
# shellcheck disable=SC2119,SC2120 # replicas.sh has packages to add

unshared= # the process that waits for systemd
init=     # systemd
group=    # where in the tree of control groups
asking=   # who asks in the background

# boot: starts systemd in $here. Fails where there can be no such thing.
boot() {
    local groups=$scratch/groups
    mkdir -p "$groups"
    mount -t cgroup2 cgroup2 "$groups" 2>"$scratch/log" || return
    group=relaxd-test-$$
    mkdir "$groups/$group" 2>"$scratch/log" || return
    : >"$scratch/boot" # of the last one, which would pass for this one's
    # Its group is the one at the root for who is in the namespace.
    bash -c 'echo $$ >"$1/cgroup.procs" && exec unshare --mount --pid --fork --kill-child \
        --uts --ipc --net --cgroup "$2" "$3"' - "$groups/$group" "$checkout/tests/package/boot" "$here" \
        >"$scratch/boot" 2>&1 &
    unshared=$!
    eventually eval 'grep -qx booting "$scratch/boot" || ! kill -0 "$unshared"'
    grep -qx booting "$scratch/boot" || return
    init=$(pgrep -P "$unshared")
}

# boots WHAT: starts it and waits, or says that WHAT is skipped.
boots() {
    if ! boot; then
        printf 'ok - %s # SKIP there are no namespaces to start systemd in: %s\n' "$1" \
            "$(tail -qn 1 "$scratch/boot" "$scratch/log" 2>/dev/null | head -n 1)"
        halt
        return 1
    fi
    eventually up || give_up "systemd starts"
    say "systemd started"
}

# halt: nothing of it is left.
halt() {
    [ -z "$unshared" ] || {
        kill -KILL "${init:-$unshared}"
        wait "$unshared"
    } 2>/dev/null
    unshared='' init=''
    mountpoint -q "$scratch/groups" || return 0
    [ -z "$group" ] || eventually eval 'find "$scratch/groups/$group" -depth -type d -exec rmdir {} +'
    umount -l "$scratch/groups"
}

inside() {
    nsenter -t "$init" -m -p -u -i -n -C env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        LC_ALL=C SYSTEMD_PAGER= DEBIAN_FRONTEND=noninteractive "$@" </dev/null
}
# The machine's curl on the system's network.
curl() { nsenter ${init:+-t "$init" -n} curl "$@"; }

up() { inside systemctl is-system-running | grep -qE 'running|degraded'; }
shows() { inside systemctl show -P "$1" "${2:-relaxd}"; }
becomes() { eventually eval "[ \"\$(shows $1)\" = '$2' ]"; }
said() { inside journalctl -u relaxd -o cat --no-pager "$@"; }
# said_now: what it and systemd have said of it since its last start.
said_now() {
    local id
    id=$(shows InvocationID)
    inside journalctl -o cat --no-pager -q "$@" "_SYSTEMD_INVOCATION_ID=$id" + "INVOCATION_ID=$id"
}
setting() { inside sed -i "s,^#* *$1 = .*,$1 = $2," /etc/relaxd/relaxd.conf; }
# drop_in LINE...: of the service, in place of the last.
drop_in() {
    mkdir -p "$here/etc/systemd/system/relaxd.service.d"
    inside sh -c 'printf "%s\n" "[Service]" "$@" >/etc/systemd/system/relaxd.service.d/test.conf' - "$@"
    inside systemctl daemon-reload
}

# install_there PACKAGE...: relaxd's packages, systemd and others.
install_there() {
    apt_within update || give_up "lists of packages are fetched"
    mkdir -p "$here/packages"
    cp "$out"/{relaxd,relaxctl,relaxlab}_*.deb "$here/packages/"
    within sh -c 'apt-get --yes --no-install-recommends install systemd "$@" /packages/*.deb' - "$@" >"$scratch/log" 2>&1 ||
        give_up "systemd and relaxd are installed"
    # The machine's audit, file systems and kernel messages are not its business.
    within systemctl mask systemd-journald-audit.socket sys-kernel-debug.mount \
        sys-kernel-tracing.mount sys-fs-fuse-connections.mount console-getty.service >"$scratch/log" 2>&1
    rm "$here/usr/sbin/policy-rc.d"
    umount "$here/proc"
}

try_start() {
    is "it is there, not enabled, not running" "disabled inactive" \
        "$(inside systemctl is-enabled relaxd) $(shows ActiveState)"
    holds "without a map it does not start" eval '! inside systemctl start relaxd'
    is "nor again" "failed exit-code 2 0" \
        "$(shows ActiveState) $(shows Result) $(shows ExecMainStatus) $(shows NRestarts)"
    has "which the journal has as an error" "no map to serve" "$(said -p err)"

    mkdir -p "$here/root" "$here/var/lib/relaxd"
    printf 'p sp 3 3\na 1 2 10\na 2 3 20\na 1 3 31\n' >"$here/root/ring.gr"
    printf 'p sp 3 3\na 1 2 10\na 2 3 20\na 1 3 29\n' >"$here/root/next.gr"
    inside sh -ec 'cd /var/lib/relaxd
        relaxctl import /root/ring.gr -o ring.rlx
        relaxlab generate --vertices 3000 -o town.rlx
        relaxlab generate --nodes 5000 --seed 1 --no-report --osm country.osm.pbf
        relaxctl tune town.rlx
        sed -i "s,^# ny = .*,ring = $PWD/ring.rlx\ntown = $PWD/town.rlx\ncountry = $PWD/country.osm.pbf," \
            /etc/relaxd/relaxd.conf' >"$scratch/log" 2>&1 || give_up "maps are made"
    setting loops 3
    # What the filter forbids ends it from here on, not fails.
    drop_in SystemCallErrorNumber=kill
    holds "with maps it starts" inside systemctl enable --now relaxd
    is "and is ready" "active running enabled" \
        "$(shows ActiveState) $(shows SubState) $(inside systemctl is-enabled relaxd)"
    has "its status has the address" "listening on 127.0.0.1:5000" "$(shows StatusText)"
    has "and later how much is asked" "3 maps" "$(eventually eval 'shows StatusText | grep "3 maps"'; shows StatusText)"
    is "it warns of nothing" "" "$(said_now -p warning)"
    has "but tells of it" "listening on 127.0.0.1:5000" "$(said_now -p info)"
    has "what was tuned as root it finds" "measured by 'relaxctl tune' for town" "$(said)"
}

try_sandbox() {
    local user target
    user=$(inside stat -c %u "/proc/$(shows MainPID)")
    holds "its user is a dynamic one" test "$user" -ge 61184 -a "$user" -le 65519
    is "whose are state, cache and runtime" "$user $user $user" \
        "$(inside stat -c %u /var/lib/private/relaxd /var/cache/private/relaxd /run/relaxd | paste -sd' ')"
    has "the cache has the import" "country@" "$(inside ls /var/cache/relaxd/)"
    for target in /v1/status /metrics /readyz /openapi.yaml '/v1/path?from=1&to=3' \
        '/v1/route?from=-0.01,0&to=0.01,0&map=country' '/v1/isochrone?lon=0&lat=0&contours=300&map=country' \
        '/v1/tree?from=1&map=town' '/v1/tiles.json?map=country'; do
        fetch "$target"
        is "under its filters it answers $target" 200 "$status"
    done
    target=$(member '.tiles[0]' | sed 's,^http://[^/]*,,; s/{x}/512/; s/{y}/512/; s/{z}/10/')
    fetch "$target"
    is "and a tile, $target" 200 "$status"
    post /v1/table '{"map":"town","sources":[1,2,3],"targets":[4,5,6]}'
    is "and a table" 200 "$status"
    holds "what is exposed is little" inside systemd-analyze security --threshold=16 relaxd
}

reloads() { in_status ".reloads.done == $1 and .reloads.failed == $2"; }
costs() { [ "$(curl -s "http://$address/v1/path?from=1&to=3" | jq .cost)" = "$1" ]; }

try_reload() {
    local process
    process=$(shows MainPID)
    setting stops-max 100
    holds "it is reloaded" inside systemctl reload relaxd
    holds "and takes its settings anew" eventually reloads 1 0
    setting stops-max 1
    holds "it is reloaded with a bad one" inside systemctl reload relaxd
    holds "which it refuses" eventually reloads 1 1
    has "and tells" "limits.stops-max" "$(said -p err)"
    setting stops-max 250
    holds "reloaded, all is well" inside sh -ec 'systemctl reload relaxd; systemctl is-active relaxd'
    holds "once more" eventually reloads 2 1
    inside sh -ec 'cd /var/lib/relaxd; relaxctl import /root/next.gr -o new.rlx; mv new.rlx ring.rlx' >"$scratch/log" 2>&1
    holds "a map that is replaced is served" eventually costs 29
    inside sh -ec 'cd /var/lib/relaxd; relaxlab generate --nodes 6000 --seed 2 --no-report --osm new.osm.pbf
        mv new.osm.pbf country.osm.pbf' >"$scratch/log" 2>&1
    holds "so is data, imported under the sandbox" eventually reloads 4 1
    is "by the same process, which is active" "$process active" "$(shows MainPID) $(shows ActiveState)"
}

try_failures() {
    drop_in WatchdogSec=2s SystemCallErrorNumber=kill
    inside systemctl restart relaxd
    inside sh -c "kill -STOP $(shows MainPID)"
    holds "who hangs is started again" becomes NRestarts 1
    holds "and is ready again" becomes ActiveState active
    has "the journal has why" "Watchdog timeout" "$(said)"
    inside sh -c "kill -SEGV $(shows MainPID)"
    holds "so is who crashes" becomes NRestarts 2
    holds "and ready again" becomes ActiveState active
    holds "it answers as before" costs 29
    setting stops-max 1
    holds "with a bad setting it does not start" eval '! inside systemctl restart relaxd'
    is "and is not tried again" "failed 2 0" "$(shows ActiveState) $(shows ExecMainStatus) $(shows NRestarts)"
    setting stops-max 250
}

# A start that takes longer than it may without a word.
try_slow_start() {
    local begun limit_ms
    inside sh -ec 'cd /var/lib/relaxd; relaxlab generate --nodes 600000 --seed 3 --no-report --osm new.osm.pbf
        mv new.osm.pbf country.osm.pbf' >"$scratch/log" 2>&1
    begun=$(date +%s%3N)
    inside relaxctl import /var/lib/relaxd/country.osm.pbf -o /tmp/country.rlx >"$scratch/log" 2>&1
    # A third of what it takes here, so that no machine is too quick or too slow.
    limit_ms=$((($(date +%s%3N) - begun) / 3))
    drop_in "TimeoutStartSec=${limit_ms}ms" SystemCallErrorNumber=kill
    holds "an import may take longer than TimeoutStartSec" inside systemctl start relaxd
    holds "which it did" test "$(($(shows ActiveEnterTimestampMonotonic) - $(shows InactiveExitTimestampMonotonic)))" -gt "${limit_ms}000"
    drop_in SystemCallErrorNumber=kill
}

# begin_asking: one request after the other in the background.
begin_asking() {
    : >"$scratch/asking"
    while [ -e "$scratch/asking" ]; do
        curl -sf -o /dev/null --max-time 60 "http://$address/v1/path?from=1&to=3" || echo "failed: $?"
        echo asked
    done >"$scratch/asked" &
    asking=$!
}

# nobody_refused WHEN: ends that; all were answered.
nobody_refused() {
    curl -s -o /dev/null --max-time 60 "http://$address/readyz"
    rm "$scratch/asking"
    wait "$asking"
    is "nobody was refused $1" "" "$(grep failed "$scratch/asked")"
    holds "and somebody asked" test "$(grep -c asked "$scratch/asked")" -gt 3
}

try_socket() {
    local process
    inside systemctl stop relaxd
    holds "the socket alone is opened" inside systemctl enable --now relaxd.socket
    is "and relaxd is not up" inactive "$(shows ActiveState)"
    holds "the first connection starts it, and is answered" costs 29
    is "and now it is up" active "$(shows ActiveState)"
    begin_asking
    process=$(shows MainPID)
    holds "it is started again while it is asked" inside systemctl restart relaxd
    holds "it is another process" test "$(shows MainPID)" != "$process"
    nobody_refused "meanwhile"
}

try_gpu_drop_in() {
    mkdir -p "$here/etc/systemd/system/relaxd.service.d"
    cp "$checkout/systemd/relaxd-nvidia-uvm.service" "$here/etc/systemd/system/"
    cp "$checkout/systemd/10-nvidia.conf" "$here/etc/systemd/system/relaxd.service.d/"
    inside systemctl daemon-reload
    holds "with what GPUs need it starts where there is none" inside systemctl restart relaxd
    is "which is no failure" "inactive no active" \
        "$(shows ActiveState relaxd-nvidia-uvm) $(shows ConditionResult relaxd-nvidia-uvm) $(shows ActiveState)"
    holds "and answers" costs 29
    rm -r "$here"/etc/systemd/system/relaxd{-nvidia-uvm.service,.service.d}
    inside systemctl daemon-reload
}

# Two more beside it, from the template.
try_instances() {
    local name port=5002 user
    inside sh -ec 'mkdir -p /srv/relaxd
        cp /var/lib/relaxd/ring.rlx /srv/relaxd/
        for name in b c; do
            cp /etc/relaxd/relaxd.conf "/etc/relaxd/$name.conf"
            sed -i "/^\[maps\]/,/^\[daemon\]/{/^[a-z]/d}; s,^# maps-directory = .*,maps-directory = /srv/relaxd," \
                "/etc/relaxd/$name.conf"
        done
        sed -i "s,^# listen = 127.*,listen = 127.0.0.1:5002," /etc/relaxd/b.conf
        sed -i "s,^# listen = 127.*,listen = 127.0.0.1:5003," /etc/relaxd/c.conf'
    holds "two instances are started beside it" inside systemctl enable --now relaxd@b relaxd@c
    for name in b c; do
        is "$name runs" active "$(shows ActiveState "relaxd@$name")"
        holds "$name answers from /srv" eval "(address=127.0.0.1:$port; costs 29)"
        user=$(inside stat -c %u "/proc/$(shows MainPID "relaxd@$name")")
        is "$name has folders of its own" "$user $user" \
            "$(inside stat -c %u "/var/lib/private/relaxd-$name" "/var/cache/private/relaxd-$name" | xargs)"
        port=$((port + 1))
    done
    holds "each is reloaded by itself" inside systemctl reload relaxd@b
    holds "and stopped" inside systemctl disable --now relaxd@c
    is "the others run" "active active inactive" \
        "$(shows ActiveState) $(shows ActiveState relaxd@b) $(shows ActiveState relaxd@c)"
}

try_upgrade_and_purge() {
    local process instance
    instance=$(shows MainPID relaxd@b)
    process=$(shows MainPID)
    begin_asking
    make_next
    cp "$scratch"/next/{relaxd,relaxctl,relaxlab}_*.deb "$here/packages/"
    inside sh -c 'dpkg --force-confold -i /packages/*.deb' >"$scratch/log" 2>&1 || give_up "they are upgraded while it runs"
    nobody_refused "while it is upgraded"
    is "it runs, as does its socket" "active active" "$(shows ActiveState) $(shows ActiveState relaxd.socket)"
    holds "it is another process, of the new version" test "$(shows MainPID)" != "$process"
    holds "so is the instance" test "$(shows MainPID relaxd@b)" != "$instance"
    is "which runs" active "$(shows ActiveState relaxd@b)"
    inside sh -c 'systemctl disable relaxd@b; rm /etc/relaxd/[bc].conf' >"$scratch/log" 2>&1
    inside dpkg --purge relaxd relaxctl relaxlab >"$scratch/log" 2>&1 || give_up "they are purged while it runs"
    is "purged, it is stopped" "inactive not-found" "$(shows ActiveState) $(shows LoadState)"
    is "so is its socket" "inactive not-found" "$(shows ActiveState relaxd.socket) $(shows LoadState relaxd.socket)"
    is "no process is left" "" "$(inside sh -c 'cat /proc/[0-9]*/comm' | grep relaxd)"
    rm -rf "$here/packages"
    is "no file is left but maps that somebody put there" "./srv/relaxd ./srv/relaxd/ring.rlx ./var/lib/private/relaxd \
./var/lib/private/relaxd/country.osm.pbf ./var/lib/private/relaxd/ring.rlx ./var/lib/private/relaxd/town.rlx ./var/lib/relaxd" \
        "$({ ours; inside sh -c 'ls -d /run/relaxd* /run/*/relaxd* 2>/dev/null'; } | xargs)"
}

test_booted() {
    local address=127.0.0.1:5000 part
    system booted
    install_there
    boots "units under systemd" || return 0
    for part in try_start try_sandbox try_reload try_failures try_slow_start try_socket try_gpu_drop_in \
        try_instances try_upgrade_and_purge; do
        "$part"
        say "${part#try_}"
    done
    halt
}
