# shellcheck shell=bash
# replicas.sh: docs/deploy.md's way from one daemon to three, typed as it stands there, on
# one machine that has all four addresses, under the systemd of booted.sh. The second and
# third relaxd are instances of the template, and they ask Redis over TLS. Sourced by
# tests/package/run.
# shellcheck disable=SC2034,SC2154 # variables of tests/package/run, which sources this
# shellcheck disable=SC2016 # the shell that is inside, or eventually, expands

# told TEXT: the page's first block after the line that begins so.
told() {
    awk -v text="$1" '
        index($0, text) == 1 { here = 1 }
        here && sub(/^    /, "") { print; shown = 1; next }
        shown && NF { exit }' "$checkout/docs/deploy.md"
}

# typed: what is typed at the prompts of a block, without what is answered.
typed() {
    awk '
        in_text || goes_on { print; goes_on = /\\$/; if ($0 == "END") in_text = 0; next }
        sub(/^# /, "") { print; goes_on = /\\$/; in_text = /<<.?END/ }'
}

# types WHAT TEXT [SED]: does what the page says there; SED changes names.
types() {
    local commands
    commands=$(told "$2" | typed | sed "${3:-}")
    [ -n "$commands" ] || give_up "the page says how $1"
    if ! inside bash -ec "cd; $commands" >"$scratch/log" 2>&1; then
        inside journalctl -p warning -o cat --no-pager -n 10 >>"$scratch/log"
        give_up "as the page says, $1"
    fi
    ok "as the page says, $1"
}

# set_told TEXT: the settings of that block, each in its section.
set_told() {
    local line section
    told "$1" | while read -r line; do
        case $line in
        \[*) section=${line//[][]/} ;;
        *) inside sed -i "/^\[$section\]/,/^\[/s,^#* *${line%% = *} = .*,$line," /etc/relaxd/relaxd.conf ;;
        esac
    done
}

# feed_of N: what relaxctl says of the feed of relaxd N.
feed_of() { inside relaxctl status --server "http://10.0.0.$1:5000" | sed -n 's/^feed of map region: //p'; }
follows() { eventually eval "[[ \$(feed_of $1) == 'follows at epoch $2, 0 entries wait'* ]]"; }
all_follow() { follows 1 "$1" && follows 2 "$1" && follows 3 "$1"; }
# rows_of N: the live rows of relaxd N.
rows_of() { inside relaxctl weights show --profile car --server "http://10.0.0.$1:5000"; }
# change_by URL ROW: at relaxd or through HAProxy, once however often it is sent.
change_by() {
    inside sh -c "echo '$2' | relaxctl weights apply - --map region --profile car --key '${2//[^0-9a-z]/-}' \
        --server $1 --token-file /etc/relaxd/token" >"$scratch/log" 2>&1
}

try_one_daemon() {
    inside sh -ec 'mkdir -p /srv/relaxd
        relaxlab generate --nodes 5000 --seed 1 --no-report --osm /root/region.osm.pbf
        relaxctl import /root/region.osm.pbf -o /srv/relaxd/region.rlx
        relaxlab generate --nodes 5500 --seed 1 --no-report --osm /root/new.osm.pbf
        relaxctl import /root/new.osm.pbf -o /root/region.new.rlx
        sed -i "s,^# ny = .*,region = /srv/relaxd/region.rlx,
            s,^# listen = none,listen = unix:/run/relaxd/weights.sock," /etc/relaxd/relaxd.conf
        systemctl enable --now relaxd
        echo "way 1,both,25" | relaxctl weights apply - --server unix:/run/relaxd/weights.sock' \
        >"$scratch/log" 2>&1 || give_up "there is one daemon, whose weights have changed"
    ok "there is one daemon, whose weights have changed"
}

try_redis() {
    types "Redis is set up" "**1. Redis**"
    password=$(sed -n 's/^relaxd //p' "$scratch/log") admin=$(sed -n 's/^admin //p' "$scratch/log")
    types "it speaks TLS" "**TLS**"
    types "a relaxd has its end of that" "On each relaxd, with a copy" \
        's,redis\.conf,client.conf,; s,127\.0\.0\.1:6379,127.0.0.2:6379,; s,stunnel@redis,stunnel@client,'
    set_told "**2. The daemon"
    types "the secrets are put where systemd has them" "The unit's user" "s/PASSWORD/$password/"
    inside sed -i "s,^feed = .*,feed = redis://127.0.0.2:6379," /etc/relaxd/relaxd.conf
    types "its weights are made the beginning" "If it has had changes" 's,redis://[0-9.]*,redis://127.0.0.2,'
    has "they are" "map region: its state of epoch 1, with 2 rows, is the beginning" "$(cat "$scratch/log")"
    holds "and it follows" follows 1 1000000
}

try_others() {
    local number
    inside sh -ec 'cd /etc/systemd/system
        mkdir relaxd@.service.d
        cp relaxd.service.d/secrets.conf relaxd@.service.d/
        cd /etc/relaxd
        for name in b c; do
            mkdir "/srv/relaxd-$name"
            cp /srv/relaxd/region.rlx "/srv/relaxd-$name/"
            sed "s,relaxd\.service,relaxd@$name.service,; s,/srv/relaxd,&-$name,; /weights\.sock/d" relaxd.conf >"$name.conf"
        done
        sed -i "s,10\.0\.0\.1:5000,10.0.0.2:5000," b.conf
        sed -i "s,10\.0\.0\.1:5000,10.0.0.3:5000," c.conf
        systemctl daemon-reload
        systemctl enable --now relaxd@b relaxd@c' >"$scratch/log" 2>&1 || give_up "two more are started"
    for number in 2 3; do
        holds "relaxd $number follows" follows "$number" 1000000
        is "and has the rows of the first" "way 1,forward,25 way 1,backward,25" "$(rows_of "$number" | xargs)"
    done
}

try_proxy() {
    types "HAProxy is set up" "**4. HAProxy**"
    holds "it has somebody to ask" eventually curl -sf -o /dev/null http://10.0.0.9/readyz
    types "a change is made through it" "**5. Try it**" 's/way 40/way 2/'
    has "it is in force at once" "epoch 1000001, in force in" "$(cat "$scratch/log")"
    holds "and soon at another relaxd" follows 2 1000001
    has "where it is shown" "way 2,forward,30" "$(rows_of 2)"
}

try_losses() {
    local address=10.0.0.9 rows
    begin_asking
    inside systemctl stop relaxd@b
    holds "a change is made while one is gone" change_by http://10.0.0.9 'way 3,both,26'
    inside systemctl start relaxd@b
    holds "the relaxd that comes back has it" follows 2 1000002
    inside systemctl stop redis-server
    holds "no change is made while Redis is gone" eval '! change_by http://10.0.0.1:5000 "way 4,both,27"'
    has "which is said" "nothing has changed, so it may be sent again" "$(cat "$scratch/log")"
    inside systemctl start redis-server
    holds "once it is back all follow" all_follow 1000002
    holds "and a change is made again" change_by http://10.0.0.3:5000 'way 4,both,27'
    inside systemctl kill --signal KILL redis-server
    holds "Redis is killed and started again" eventually eval '[ "$(shows NRestarts redis-server)" = 1 ]'
    holds "a change is made soon" eventually change_by http://10.0.0.2:5000 'way 5,both,28'
    holds "and is everywhere" all_follow 1000004
    rows=$(rows_of 1)
    has "as a row" "way 5,forward,28" "$rows"
    is "all have the same" "$rows $rows" "$(rows_of 2) $(rows_of 3)"
    nobody_refused "meanwhile"
}

try_new_map() {
    local address=10.0.0.9
    begin_asking
    types "one is taken out" "Take 10.0.0.1 out"
    is "which HAProxy does without a word" "" "$(xargs <"$scratch/log")"
    types "its map is replaced" "On 10.0.0.1, until" 's/8.6,49.4 8.7,49.4/0,0 0.01,0.001/'
    holds "which it serves" eval '(address=10.0.0.1:5000; eventually reloads 1 0)'
    holds "and follows as before" follows 1 1000004
    types "it is put back" "Put it back"
    is "again without a word" "" "$(xargs <"$scratch/log")"
    nobody_refused "meanwhile"
}

try_new_password() {
    local names="s/ADMIN/$admin/; s/PASSWORD/another/"
    types "relaxd has a new password" "**A new password" "$names"
    is "which Redis keeps" "OK OK" "$(xargs <"$scratch/log")"
    inside systemctl restart redis-server
    holds "a relaxd with the old one is kept out" eventually eval '[[ $(feed_of 2) == lost* ]]'
    has "still answers" "way 5,forward,28" "$(rows_of 2)"
    holds "and refuses changes" eval '! change_by http://10.0.0.2:5000 "way 6,both,29"'
    types "relaxd is told the new one" "Then on one relaxd after the other" "$names"
    holds "it follows" follows 1 1000004
    inside systemctl restart relaxd@b relaxd@c
    holds "and so do the others" all_follow 1000004
}

test_replicas() {
    local number part password admin
    system replicas
    install_there procps redis-server haproxy socat openssl stunnel4
    boots "replicas under systemd" || return 0
    for number in 1 2 3 9; do
        nsenter -t "$init" -n ip address add "10.0.0.$number/32" dev lo 2>"$scratch/log" || give_up "it has four addresses"
    done
    for part in try_one_daemon try_redis try_others try_proxy try_losses try_new_map \
        try_new_password; do
        "$part"
        say "${part#try_}"
    done
    halt
}
