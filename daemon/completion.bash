# relaxd: completion for bash, from what relaxd says of itself.
# shellcheck shell=bash

_relaxd_options() {
    "$1" --help 2>/dev/null | grep -E '^  (-|FILE)' | grep -oE -- '--[a-z][a-z-]*' | sort -u
}

_relaxd_takes_value() { "$1" --help 2>/dev/null | grep -qE -- "^  (.* )?$2 [A-Z]"; }

# What an option may be, as --help has it two lines below: "error, info or debug".
_relaxd_allowed() {
    "$1" --help 2>/dev/null |
        awk -v title="  $2 VALUE" '$0 == title { at = NR } at && NR == at + 2' |
        sed 's/^ *//; s/; default .*//'
}

# _relaxd_files CURRENT PATTERN: files that match, and folders on the way.
_relaxd_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <({
        shopt -s extglob
        [ -z "$2" ] || compgen -f -X "!$2" -- "$1"
        compgen -d -- "$1"
    } | sort -u)
}

# _relaxd_words CURRENT WORD...: of them those that begin so; after commas, too.
_relaxd_words() {
    local current=$1 before=
    shift
    [[ $current != *,* ]] || before=${current%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$*" -- "${current##*,}")
}

_relaxd_maps='*.@(rlx|pbf|osm|o5m|opl|osm.gz|osm.bz2|osm.zst|opl.gz|opl.bz2)'

# The words of "a, b or c", where each is one.
_relaxd_choices() {
    local text=${1// or /, } word
    while read -r word; do
        [[ $word != *' '* ]] || return
        [[ $word == *[A-Z]* ]] || printf '%s\n' "$word"
    done <<<"${text//, /$'\n'}"
}

_relaxd_value() {
    local allowed
    case $2 in
    --map) _relaxd_files "$3" "$_relaxd_maps" ;;
    --config) _relaxd_files "$3" '*.conf' ;;
    --profiles) _relaxd_words "$3" "$(relaxctl profile 2>/dev/null)" ;;
    --solver) _relaxd_words "$3" auto "$(relaxctl solvers 2>/dev/null | sed -n 's/^\([a-z-]*\) (.*/\1/p')" ;;
    *)
        allowed=$(_relaxd_allowed "$1" "$2")
        case $allowed in
        *directory*) _relaxd_files "$3" '' ;;
        *) _relaxd_words "$3" "$(_relaxd_choices "$allowed")" ;;
        esac
        ;;
    esac
}

_relaxd() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local at=$((COMP_CWORD - 1))
    COMPREPLY=()
    # "--device=cpu" and "--map name=file" come with the sign as a word.
    [ "$current" != = ] || { current='' && before='=' && at=$COMP_CWORD; }
    if [ "$before" = = ]; then
        before=${COMP_WORDS[at - 1]}
        [[ $before == -* ]] || before=--map
    fi
    if [[ $before == -* ]] && _relaxd_takes_value "$1" "$before"; then
        _relaxd_value "$1" "$before" "$current"
    elif [[ $current == -* ]]; then
        _relaxd_words "$current" "$(_relaxd_options "$1")"
    else
        _relaxd_files "$current" "$_relaxd_maps"
    fi
}

complete -F _relaxd relaxd
