# shellcheck shell=bash
# Shared by the scripts in this folder; source it, do not run it. Works with bash 3.2, the one macOS ships.
set -euo pipefail

script=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Build products live outside of the checkout: a new clone then reuses the dependencies an earlier one built.
# SwiftPM locks a scratch folder, so two checkouts wait for each other; give one its own AIRWORTHY_CACHE to avoid that.
cache=${AIRWORTHY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/airworthy}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
logs=$cache/logs
mkdir -p "$logs"

# Reference material may lie beside the checkout; tests that can use it say so when it is not there.
if [ -z "${AIRWORTHY_REFERENCE:-}" ] && [ -d "$PWD/../shared" ]; then
    AIRWORTHY_REFERENCE=$(cd "$PWD/../shared" && pwd)
    export AIRWORTHY_REFERENCE
fi

# Warnings are errors here and in CI, but not in the apps that use the package: see Package.swift.
export AIRWORTHY_STRICT=1

# No load balancer has to notice that a script stops its server.
export AIRWORTHY_SHUTDOWN_DRAIN=0

# Swift Testing starts all tests at once by default. On two processors each of them then waits for minutes, so that whatever has a
# limit, such as an answer within twenty seconds, fails now and then.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=12

# What a running server is made of, for `if_changed`.
server="Sources Server/Sources Server/Package.swift Package.swift scripts"

# Checkouts are built in one copy, so that nothing is compiled again because it lies elsewhere: see scripts/tree.py.
export CHECKOUT=$root TREE=$cache/tree

# swift_in PACKAGE SCRATCH VERB… [OPTIONS…]: SwiftPM on one package, with one scratch folder for each set of flags. Errors name files
# as seen from the checkout.
swift_in() {
    local package=$1 scratch=$2 verb=$3 lock=(python3 scripts/tree.py) unbuffered=-u
    shift 3
    [ -z "${STEP_JOURNAL:-}" ] || lock=()
    set -- "$verb" --package-path "$TREE/$package" --cache-path "$cache/spm" --scratch-path "$cache/$scratch" "$@"
    case " $* " in
        *" --show-bin-path "* | *" package "*) ${lock[@]+"${lock[@]}"} swift "$@" ;;
        *)
            [ "$(uname -s)" != Darwin ] || unbuffered=-l
            ${lock[@]+"${lock[@]}"} swift "$@" 2>&1 | sed "$unbuffered" "s|$TREE/||g"
            ;;
    esac
}
# build_airworthy: builds the command and sets `airworthy` to a copy of it, so that another build can replace it while it runs.
build_airworthy() {
    local log=$cache/demo-build.log
    airworthy=$cache/run/airworthy
    if [ -d "$cache/server" ]; then
        echo "building airworthy; the output is in $log"
    else
        cat <<END
The first build compiles the server and its libraries: about ten minutes on two cores. Later ones take seconds.
The output is in $log. Meanwhile you can read:

  Documentation/dashboard.md         what the browser will show you
  Documentation/force-an-update.md   how an app is told to update
  Documentation/installing.md        a package instead, without a build

END
    fi
    if ! swift_server build --product airworthy 2>&1 | tee "$log" | show_progress; then
        tail -n 40 "$log" >&2
        fail "the build failed; all of its output is in $log"
    fi
    mkdir -p "$cache/run"
    cp "$(swift_server build --show-bin-path)/airworthy" "$airworthy.$$"
    mv -f "$airworthy.$$" "$airworthy"
}
# show_progress: reads the output of a build and says how far it is: in one line on a terminal, elsewhere at each tenth.
show_progress() {
    local terminal=
    [ ! -t 1 ] || terminal=1
    awk -v terminal="$terminal" '
        function say(text) {
            if (text == last) return
            last = text
            if (terminal) printf "\r\033[K%s", text; else print text
            fflush()
        }
        /^(Fetching|Creating working copy|Updating|Computing version)/ { say("  fetching the libraries") }
        /^\[[0-9]+\/[0-9]+\]/ {
            split(substr($1, 2, length($1) - 2), part, "/")
            if (part[2] < 50) next
            percent = int(100 * part[1] / part[2])
            if (terminal) say("  " percent " %: step " part[1] " of " part[2])
            else if (percent >= 10) say("  " percent - percent % 10 " %")
        }
        END { if (terminal && last != "") printf "\r\033[K" }'
}

# The root package with all of its tests: on Linux those of signatures need swift-crypto, as the server does.
swift_sdk() {
    case $(uname -s) in
        Darwin) swift_in . sdk "$@" ;;
        *) swift_in . sdk "$@" --traits SwiftCrypto ;;
    esac
}
# The root package as it is without a trait.
swift_plain() { swift_in . sdk-plain "$@"; }
swift_server() { swift_in Server server "$@" --explicit-target-dependency-import-check error; }
# The binary that is shipped, timed and looked at by scripts/check-image: it needs no Swift on the machine it runs on.
# SQLite is linked in as well. The static runtime asks the linker to export all symbols, which nothing of ours looks up.
swift_server_release() {
    case $(uname -s) in
        Linux)
            scripts/static-libraries "$cache/static-libraries"
            local PKG_CONFIG_PATH=$cache/static-libraries${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
            export PKG_CONFIG_PATH
            set -- "$@" -Xlinker --no-export-dynamic
            ;;
    esac
    swift_in Server server-release "$@" -c release --static-swift-stdlib
}
# airworthy_program: builds the command line and prints where it is; a release build, or with BUILD=debug that of the tests.
airworthy_program() {
    local build=swift_server_release
    [ "${BUILD:-}" != debug ] || build=swift_server
    "$build" build --quiet --product airworthy >&2
    printf '%s/airworthy\n' "$("$build" build --show-bin-path)"
}
# previous_program: prints where the command line of the release before this one is: of the newest tag or, while there is none, of the
# commit before the newest migration. Builds it from git if it is not in the cache folder; prints nothing where git has no history.
previous_program() {
    local commit newest folder=$cache/previous
    if ! commit=$(git rev-parse --verify --quiet "$(git describe --tags --abbrev=0 HEAD^ 2>/dev/null || true)^{commit}"); then
        newest=$(git log -1 --format=%H -G 'number: [0-9]+, name:' -- Server/Sources/Persistence/Schema)
        commit=$(git rev-parse --verify --quiet "$newest^") || return 0
    fi
    if [ ! -x "$folder/$commit/airworthy" ]; then
        echo "building the release before this one, $commit, from git (some minutes)" >&2
        rm -rf "$folder"
        mkdir -p "$folder/tree"
        git archive "$commit" | tar -x -C "$folder/tree"
        # The same versions of packages, so that none has to be fetched.
        [ ! -f "$TREE/Server/Package.resolved" ] || cp "$TREE/Server/Package.resolved" "$folder/tree/Server/"
        set -- --package-path "$folder/tree/Server" --cache-path "$cache/spm" --scratch-path "$folder/build" --product airworthy
        swift build --quiet "$@" >&2
        mkdir "$folder/$commit"
        mv "$(swift build "$@" --show-bin-path)/airworthy" "$folder/$commit/"
        rm -rf "$folder/tree" "$folder/build"
    fi
    printf '%s/airworthy\n' "$folder/$commit"
}
swift_shims() { swift_in Shims shims "$@"; }
swift_bench() { swift_in Server bench "$@" -c release --product airworthy-bench; }

# python_environment NAME REQUIREMENTS: a virtual environment in the cache folder, made anew when the file changes.
python_environment() {
    local venv=$cache/$1 wanted=$2
    if ! cmp -s "$wanted" "$venv/requirements.txt"; then
        rm -rf "$venv"
        python3 -m venv "$venv" ||
            fail "python3 cannot make a virtual environment; install its venv module (Debian and Ubuntu: python3-venv)."
        limited "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --timeout 30 --retries 1 -r "$wanted" >&2 ||
            fail "pip could not install what $wanted lists (see above) within five minutes, twice; is there a network, and is python3 3.10 or later?"
        cp "$wanted" "$venv/requirements.txt"
    fi
    printf '%s\n' "$venv"
}

# limited COMMAND…: a command that asks the network, within five minutes, and once more if it fails.
limited() {
    local limit=()
    # macOS has no timeout(1).
    ! command -v timeout >/dev/null 2>&1 || limit=(timeout --kill-after 10 300)
    ${limit[@]+"${limit[@]}"} "$@" || { echo "trying once more: $*" >&2 && ${limit[@]+"${limit[@]}"} "$@"; }
}

# debian_root [PACKAGES]: a folder of Debian 12 with these packages besides a minimal system, made once. Copy or mount it; do not
# write to it. Needs root and debootstrap.
debian_root() {
    local base
    set -- "${1:-}"
    base=$cache/image-$(cksum <<<"$1" | cut -d ' ' -f 1)
    if [ ! -e "$base/done" ]; then
        rm -rf "$base"
        PATH=$PATH:/usr/sbin limited debootstrap --variant=minbase ${1:+"--include=${1// /,}"} bookworm "$base/root" >"$cache/debootstrap.log" 2>&1 ||
            fail "debootstrap failed; see $cache/debootstrap.log"
        touch "$base/done"
    fi
    printf '%s\n' "$base/root"
}

# chromium_path: the browser's program.
chromium_path() {
    local name
    for name in chromium chromium-browser google-chrome; do
        if command -v "$name"; then return 0; fi
    done
    fail "no browser found; put chromium, chromium-browser or google-chrome on PATH"
}

# docc_path: the toolchain's DocC.
docc_path() {
    local docc
    docc=$(command -v docc || dirname "$(command -v swiftc)")
    case $docc in
        */docc) ;;
        *) docc=$docc/docc ;;
    esac
    [ -x "$docc" ] || docc=$(xcrun --find docc 2>/dev/null) || fail "this toolchain has no docc"
    printf '%s\n' "$docc"
}

# fail SENTENCE: ends the script.
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# supervised ARGUMENTS…: runs this script under scripts/supervise.py, unless a script that called it runs there already.
supervised() {
    [ -z "${STEP_JOURNAL:-}" ] || return 0
    STEP_REPORT=$cache/report.md exec python3 scripts/supervise.py bash "$script" "$@"
}

# journal KIND ID FIELD…: tells scripts/supervise.py what begins and ends.
journal() {
    [ -z "${STEP_JOURNAL:-}" ] || (IFS=$'\t' && printf '%s\n' "$*" >>"$STEP_JOURNAL")
}

# step NAME LIMIT COMMAND…: runs one step and notes its seconds. The exit trap names the step that ended the script. In a script
# that calls `supervised`, a step that takes longer than LIMIT (90s, 5m) ends the run, with what it was doing.
step_name=
step_id=
step_seconds=
step_start=0
step_lines=
step() {
    local limit=$2
    step_name=$1
    step_id=$RANDOM$RANDOM
    shift 2
    step_start=$SECONDS
    printf '\n== %s\n' "$step_name"
    journal begin "$step_id" "$limit" "" "$step_name"
    "$@"
    journal end "$step_id" 0
    step_seconds="$step_seconds$(printf '%5d s  %s' $((SECONDS - step_start)) "$step_name")"$'\n'
    step_name=
}

# if_changed NAME FOLDERS COMMAND…: runs a check unless it already passed on the same files with the same compiler. FOLDERS
# are separated by blanks and hold everything that the check reads. AIRWORTHY_ALWAYS=1 runs it in any case.
if_changed() {
    local name=$1 reads=$2 stamp
    stamp=$(stamp_of "$reads")
    shift 2
    if has_passed "$name" "$stamp"; then return 0; fi
    "$@"
    # Where the caller tests the result, a failure does not end the script by itself.
    # shellcheck disable=SC2181
    [ $? -eq 0 ] || return 1
    # Not if somebody has edited meanwhile, or since the copy was made that is built.
    if [ "$stamp" = "$(stamp_of "$reads")" ] && [ "$stamp" = "$(cd "$TREE" && stamp_of "$reads")" ]; then
        note_passed "$name" "$stamp"
    fi
}

# stamp_of FOLDERS: a checksum of all files in folders (or of single files), of the compiler's version and of what decides whether a
# part of a check is left out; without the files that a build writes.
stamp_of() {
    # shellcheck disable=SC2086
    {
        swift --version 2>/dev/null
        printf '%s\n' "${AIRWORTHY_REFERENCE:+reference}" "$(id -u)" "${SHORT:-}"
        find -L $1 -type f ! -name Package.resolved ! -path '*/__pycache__/*' | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum
    } | cksum
}
has_passed() { # NAME STAMP: whether a check passed with this stamp; otherwise forgets the earlier one.
    if [ -z "${AIRWORTHY_ALWAYS:-}" ] && [ "$2" = "$(cat "$cache/passed-$1" 2>/dev/null)" ]; then
        echo "$1: passed before on the same files"
        return 0
    fi
    rm -f "$cache/passed-$1"
    return 1
}
note_passed() { printf '%s\n' "$2" >"$cache/passed-$1"; } # NAME STAMP

# timed COMMAND LOG: runs a command (one argument, split at blanks) whose output goes to LOG, says how long it took, and ends it
# when told to end.
timed() {
    local start=$SECONDS status=0 pid id=$RANDOM$RANDOM
    journal begin "$id" - "$2" "$1"
    # shellcheck disable=SC2086
    ($1) &
    pid=$!
    trap 'kill "$pid" 2>/dev/null || true' TERM
    wait "$pid" || status=$?
    journal end "$id" "$status"
    echo "-- $1: $((SECONDS - start)) s"
    return "$status"
}

# side_by_side COMMAND…: runs commands at once (each is one argument, split at blanks), for those that keep one processor busy
# or wait. Prints the output of each when it has ended, in this order, then fails if one has failed.
side_by_side() {
    local outputs pids=() command i=0 failed=0
    outputs=$(mktemp -d)
    # Background processes ignore Ctrl-C.
    trap 'kill "${pids[@]}" 2>/dev/null || true; exit 130' INT TERM
    for command in "$@"; do
        timed "$command" "$outputs/$i" >"$outputs/$i" 2>&1 </dev/null &
        pids+=("$!")
        i=$((i + 1))
    done
    for ((i = 0; i < $#; i++)); do
        wait "${pids[i]}" || failed=1
        cat "$outputs/$i"
    done
    trap - INT TERM
    rm -r "$outputs"
    return "$failed"
}

# tested COMMAND…: runs a `swift test` and keeps its closing line. A run without a test is a failure, not a success.
# Prints failures, crashes and the closing line only: there are thousands of tests. The whole log stays in the cache folder.
tested() {
    local log=$logs/${step_name//[^a-zA-Z0-9]/-}.log line
    journal log "$step_id" "$log"
    "$@" 2>&1 | tee "$log" | { grep -aE "$failures" || true; } | { grep -avE "$harmless" || true; } | cut -c 1-2000
    line=$(grep -aE 'Test run with [0-9]+ test' "$log" | tail -n 1 || true)
    case $line in
        '' | *'with 0 tests'*) fail "no test was run" ;;
    esac
    step_lines="$step_lines$step_name: $line"$'\n'
    journal tests "$step_id" "${line#* }"
}
failures='^(✘|↳|✔ Test run|error:|warning:|\*\*\* Program crashed)|recorded an issue|: (error|warning): |Fatal error|unexpected signal'
# Test cases whose arguments look like errors, the lines about the test library, and files that dependencies do not declare.
harmless='^◇|^↳ (Testing Library|Target Platform)|found [0-9]+ file\(s\) which are unhandled'

# summary: the seconds of each step, the total, and the closing line of each test run last.
summary() {
    printf '\n%s%5d s  total\n\n%s' "$step_seconds" "$SECONDS" "$step_lines"
}

report_failed_step() {
    local status=$?
    if [ "$status" -ne 0 ] && [ -n "$step_name" ]; then
        journal end "$step_id" "$status"
        printf '\n%sFAILED: %s, after %d s (exit code %d)\n' \
            "$step_seconds" "$step_name" $((SECONDS - step_start)) "$status" >&2
    fi
}
trap report_failed_step EXIT
