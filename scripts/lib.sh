# shellcheck shell=bash
# lib.sh: what ./quickstart and ./test share. Sourced; sets root and logs.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=$root/.cache
program=$(basename "$0")

say() {
    printf '%s: %s\n' "$program" "$*" >&2
}

die() {
    say "$*"
    exit 1
}

# Runs a command with its output in a log; shows the log's end if it fails.
quietly() {
    local what=$1 log=$cache/$2.log
    shift 2
    mkdir -p "$cache"
    say "$what"
    "$@" >"$log" 2>&1 && return
    tail -n 40 "$log" >&2
    say "failed: $what (all of it: $log)"
    return 1
}

# Ninja's steps from its output: in place on a terminal, else by tenths.
show_progress() {
    local line made all tenth=0 shown=no
    while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        made=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
        if [ -t 2 ]; then
            printf '\r%s: step %s of %s' "$program" "$made" "$all" >&2
            shown=yes
        elif ((made * 10 / all > tenth)); then
            tenth=$((made * 10 / all))
            say "step $made of $all"
        fi
    done
    [ $shown = no ] || echo >&2
}

# What quietly does, for ninja; its progress is seen. Wants pipefail.
visibly() {
    local what=$1 log=$cache/$2.log
    shift 2
    mkdir -p "$cache"
    say "$what"
    NINJA_STATUS='[%f/%t] ' "$@" 2>&1 | tee "$log" | show_progress && return
    tail -n 40 "$log" >&2
    say "failed: $what (all of it: $log)"
    return 1
}

# packages_of SECTION...: names from scripts/packages, one a line.
packages_of() {
    local section
    for section in "$@"; do
        awk -v want="[$section]" '
            /^\[/ { here = ($1 == want); next }
            here && NF && !/^#/ { print $1 }' "$root/scripts/packages"
    done
}

packages_missing() {
    local package
    for package in $(packages_of "$@"); do
        dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null |
            grep -q '^ii' || printf '%s\n' "$package"
    done
}

# apt_install [sudo] -- PACKAGE...
apt_install() {
    local as_root=()
    while [ "$1" != -- ]; do
        as_root+=("$1")
        shift
    done
    shift
    "${as_root[@]}" apt-get update &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install --yes --no-install-recommends "$@"
}

# install_packages SECTION...: does nothing where all are there.
install_packages() {
    local missing line
    if ! command -v dpkg-query >/dev/null; then
        say "this is no Debian; needed from elsewhere: $(packages_of "$@" | xargs)"
        return
    fi
    mapfile -t missing < <(packages_missing "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    line="apt-get install --no-install-recommends ${missing[*]}"
    if [ "$(id -u)" = 0 ]; then
        quietly "installing ${missing[*]}" apt apt_install -- "${missing[@]}"
    elif command -v sudo >/dev/null; then
        quietly "installing ${missing[*]} with sudo" apt \
            apt_install sudo -- "${missing[@]}"
    else
        die "packages are missing, and this is neither root nor is there sudo;" \
            "run as root: $line"
    fi || die "packages are missing; once there is a network, run as root: $line"
}

# fetch_locked FOLDER LOG WHAT WITHOUT: the packages that FOLDER's lock names; does
# nothing where they are there. Fails, saying what comes of it (WITHOUT), where they
# cannot be had.
fetch_locked() {
    local folder=$root/$1
    command -v npm >/dev/null || {
        say "npm is missing, so $4"
        return 1
    }
    [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] ||
        quietly "fetching $3" "$2" npm --prefix "$folder" ci || {
        say "so $4; once there is a network, run this again"
        return 1
    }
}

# What the page is made of. relaxd builds without.
install_page() {
    command -v npm >/dev/null || (install_packages web) || true
    fetch_locked clients/web npm "what the page is made of" "relaxd will have no page at /"
}

# Clients of OSRM's API, to test relaxd with.
install_clients() {
    fetch_locked tests/clients/npm npm-clients "clients of OSRM's API" \
        "relaxd is not tried with clients of OSRM's API"
}

# What lints api/openapi.yaml.
install_linter() {
    fetch_locked tests/openapi/npm npm-linter "what lints api/openapi.yaml" "api/openapi.yaml is not linted"
}

# wrap_tool PROGRAM: makes .cache/tools/bin have it, with its libraries.
wrap_tool() {
    local libraries
    libraries=$(find "$tools/usr/lib" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$libraries" "$1" \
        >"$tools/bin/$(basename "$1")"
    chmod +x "$tools/bin/$(basename "$1")"
}

fetch_tools() {
    local program
    rm -rf "$tools"
    mkdir -p "$tools/packages" "$tools/bin"
    # shellcheck disable=SC2046 # names, one a word
    (cd "$tools/packages" && apt-get download $(packages_of tools)) || return 1
    for package in "$tools"/packages/*.deb; do
        dpkg -x "$package" "$tools" || return 1
    done
    for program in promtool slowhttptest nginx haproxy redis-server redis-cli; do
        program=$(find "$tools"/usr/bin "$tools"/usr/sbin -name "$program") && wrap_tool "$program"
    done
    rm -rf "${tools:?}/packages" "${tools:?}/usr/share" "${tools:?}/usr/bin/prometheus"
    packages_of tools >"$tools/all"
}

# The programs of [tools], unpacked; does nothing where they are. Fails, saying so,
# where they cannot be had. They are found where PATH has .cache/tools/bin.
unpack_tools() {
    local tools=$cache/tools
    [ "$(cat "$tools/all" 2>/dev/null)" != "$(packages_of tools)" ] || return 0
    if command -v apt-get >/dev/null &&
        quietly "fetching programs to try relaxd with" tools fetch_tools; then
        return
    fi
    say "relaxd is not tried with $(packages_of tools | grep -v ^lib | xargs); where there are Debian's packages, run this again"
    return 1
}

# configure FOLDER OPTION...: a meson build folder, made or brought up to date.
configure() {
    local folder=$1
    shift
    local log=$folder/meson-logs/options
    if [ -f "$folder/build.ninja" ] && [ "$(cat "$log" 2>/dev/null)" = "$*" ]; then
        return
    fi
    if [ -f "$folder/build.ninja" ]; then
        meson configure "$folder" "$@"
    else
        meson setup "$folder" "$root" "$@"
    fi && printf '%s\n' "$*" >"$log"
}

# Where Debian's or NVIDIA's compiler for CUDA is; fails where there is none.
find_nvcc() {
    command -v nvcc || { [ -x /usr/local/cuda/bin/nvcc ] && echo /usr/local/cuda/bin/nvcc; }
}

have_nvidia_card() {
    compgen -G '/dev/nvidia[0-9]*' >/dev/null || [ -d /proc/driver/nvidia ] ||
        grep -qs '^0x10de' /sys/bus/pci/devices/*/vendor
}
