# relaxctl, relaxlab: completion for bash, from what they say of themselves.
# shellcheck shell=bash

_relaxctl_commands() { "$1" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'; }

# The options of a command, each with what it takes: "--device DEVICE", "--json".
_relaxctl_options() {
    "$1" "$2" --help 2>/dev/null | sed -n 's/^  \(-.*\)/\1/p' | sed 's/   *.*//' |
        grep -oE -- '--?[a-z][a-z-]*( [A-Za-z.=]+)?'
}

# What an option takes, "" where it takes nothing.
_relaxctl_taken() {
    _relaxctl_options "$1" "$2" | sed -n "s/^$3 //p" | sed 1q
}

_relaxctl_solvers() { relaxctl solvers 2>/dev/null | sed -n 's/^\([a-z-]*\) (.*/\1/p'; }

# _relaxctl_words CURRENT WORD...: of them those that begin so; after commas, too.
_relaxctl_words() {
    local current=$1 before=
    shift
    [[ $current != *,* ]] || before=${current%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$*" -- "${current##*,}")
}

# _relaxctl_files CURRENT PATTERN: files that match, and folders on the way.
_relaxctl_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <({
        shopt -s extglob
        [ -z "$2" ] || compgen -f -X "!$2" -- "$1"
        compgen -d -- "$1"
    } | sort -u)
}

# _relaxctl_value PROGRAM COMMAND OPTION CURRENT: false where the option takes none.
_relaxctl_value() {
    local taken
    taken=$(_relaxctl_taken "$1" "$2" "$3")
    case $3:$taken in
    *:) return 1 ;;
    --profile:*) _relaxctl_words "$4" "$(relaxctl profile 2>/dev/null)" ;;
    --solver*:*) _relaxctl_words "$4" "$(_relaxctl_solvers)" ;;
    *:DEVICE) _relaxctl_words "$4" auto cpu cuda ;;
    *:KIND) _relaxctl_words "$4" tree pairs table customize ;;
    *:HOW) _relaxctl_words "$4" partial full ;;
    --preset:*) _relaxctl_words "$4" ny kanto ;;
    *:yes) _relaxctl_words "$4" yes no ;;
    *:FOLDER) _relaxctl_files "$4" '' ;;
    *:*.rlx | *:MAP) _relaxctl_files "$4" '*.rlx' ;;
    *:FILE* | *:*.* | *:PROGRAM | *:PICTURE*) _relaxctl_files "$4" '*' ;;
    esac
}

# What a command is about, where no option is being given.
_relaxctl_argument() {
    case $2 in
    import) _relaxctl_files "$3" '*.@(pbf|osm|o5m|opl|gr|gz|bz2|zst|npy|asc|pgm|txt)' ;;
    grid) _relaxctl_files "$3" '*.@(npy|asc|pgm|txt)' ;;
    order | info | check | route | solve | bench | trace | tune)
        _relaxctl_files "$3" '*.rlx'
        ;;
    paper)
        _relaxctl_files "$3" '*.rlx'
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$("$1" paper --list 2>/dev/null |
            grep -x '[a-z-]*')" -- "$3")
        ;;
    profile) _relaxctl_words "$3" "$("$1" profile 2>/dev/null)" ;;
    esac
}

_relaxctl() {
    local program=$1 current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} at=$((COMP_CWORD - 1))
    COMPREPLY=()
    # "--device=cpu" comes with the sign as a word.
    [ "$current" != = ] || { current='' && before='=' && at=$COMP_CWORD; }
    [ "$before" != = ] || before=${COMP_WORDS[at - 1]}
    if [ "$COMP_CWORD" -le 1 ]; then
        _relaxctl_words "$current" "$(_relaxctl_commands "$program")" --help --version
    elif [[ $before == -* ]] && _relaxctl_value "$program" "$command" "$before" "$current"; then
        return
    elif [[ $current == -* ]]; then
        _relaxctl_words "$current" "$(_relaxctl_options "$program" "$command" | sed 's/ .*//' | grep '^--')" --help
    else
        _relaxctl_argument "$program" "$command" "$current"
    fi
}

_relaxlab() { _relaxctl "$@"; }

complete -F _relaxctl relaxctl relaxlab
