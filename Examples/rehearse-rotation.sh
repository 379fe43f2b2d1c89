#!/usr/bin/env bash
# Rehearses the life of an app's keys, on keys made for it and thrown away: signing, a stolen online key, a lost root,
# and both roots lost. Needs `airworthy` on PATH; `make rehearse-rotation` builds it first.
# Each step says what ought to happen, and the script stops with 1 where it does not.
set -euo pipefail
policy=$(cd "$(dirname "$0")/data" && pwd)/hashtags.policy.yaml
catalog=$(cd "$(dirname "$0")/data" && pwd)/hashtags.catalog.yaml
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export NO_COLOR=1

# What every shipped copy has built in.
roots=(--root keys/root-primary.pub --root keys/root-backup.pub)
pins=("${roots[@]}" --app hashtags)
day1=2026-11-20T12:00:00Z
day2=2026-11-21T12:00:00Z
day60=2027-01-19T12:00:00Z

# say SENTENCE: what comes next.
say() { printf '\n# %s\n' "$1"; }

fail() {
    printf 'NOT AS REHEARSED: %s\n' "$1" >&2
    exit 1
}

show() { printf '$ airworthy %s\n' "$*"; }

# expect WORD ARGUMENTS…: runs airworthy, shows the first line, and insists that it begins with the word.
expect() {
    local word=$1 answer
    shift
    show "$@"
    answer=$(airworthy "$@" 2>messages) || fail "$(cat messages)"
    answer=${answer%%$'\n'*}
    printf '%s\n' "$answer"
    case $answer in "$word"*) ;; *) fail "expected $word" ;; esac
}

# refused CODE ARGUMENTS…: runs airworthy and insists that it refuses for this reason.
refused() {
    local code=$1 status=0
    shift
    show "$@"
    airworthy "$@" >/dev/null 2>messages || status=$?
    cat messages
    [ "$status" -eq 65 ] || fail "expected exit code 65, not $status"
    case $(cat messages) in *"[$code]"*) ;; *) fail "expected [$code]" ;; esac
}

# sign REVISION KEY KEYRING TIME FILE
sign() {
    show sign --policy hashtags.policy.yaml --key "$2" --keyring "$3" --revision "$1" -o "$5"
    airworthy sign --policy "$policy" --catalog "$catalog" --key "$2" --keyring "$3" --app hashtags --revision "$1" \
        --expires-in 30d --now "$4" -o "$5" 2>&1
}

say '1. Day one: two roots and an online key. The app pins the roots.'
show keys new --out keys
airworthy keys new --out keys | sed -n '1,4p'
expect keyring-1.json keyring --root keys/root-primary.key --online keys/online.pub --epoch 1 --now $day1 -o keyring-1.json
sign 1 keys/online.key keyring-1.json $day1 manifest-1.json
expect VERIFIED verify manifest-1.json "${pins[@]}" --now $day1
expect REQUIRED decide --policy manifest-1.json "${roots[@]}" --version 2.2.0 --os iOS=17.4 --now $day1

say '2. The online key is stolen. A new one, and a keyring with a higher epoch.'
airworthy keys new --only-online --out spare >/dev/null
mv spare/online.key keys/online-2.key
mv spare/online.pub keys/online-2.pub
expect keyring-2.json keyring --root keys/root-primary.key --online keys/online-2.pub --epoch 2 --now $day2 -o keyring-2.json
sign 2 keys/online-2.key keyring-2.json $day2 manifest-2.json
seen=(--previous manifest-1.json --previous manifest-2.json)
expect VERIFIED verify manifest-2.json "${pins[@]}" --previous manifest-1.json --now $day2

say '3. The thief signs the highest revision there is. A copy that has seen epoch 2 takes it with neither keyring.'
sign 9223372036854775807 keys/online.key keyring-2.json $day2 thief-a.json
refused unknown-key verify thief-a.json "${pins[@]}" "${seen[@]}" --now $day2
sign 9223372036854775807 keys/online.key keyring-1.json $day2 thief-b.json
refused epoch-went-back verify thief-b.json "${pins[@]}" "${seen[@]}" --now $day2
say '   A copy that took it before it saw epoch 2 is not frozen: the new epoch counts for more than any revision.'
expect VERIFIED verify manifest-2.json "${pins[@]}" --previous thief-b.json --now $day2

say '4. One root is lost. The backup signs the next keyring, and nobody notices.'
rm keys/root-primary.key
expect keyring-3.json keyring --root keys/root-backup.key --online keys/online-2.pub --epoch 3 --now $day2 -o keyring-3.json
sign 3 keys/online-2.key keyring-3.json $day2 manifest-3.json
expect VERIFIED verify manifest-3.json "${pins[@]}" "${seen[@]}" --now $day2

say '5. Both roots are lost. New roots mean nothing to shipped copies.'
rm keys/root-backup.key
airworthy keys new --out spare >/dev/null
expect keyring-4.json keyring --root spare/root-primary.key --online keys/online-2.pub --epoch 4 --now $day2 -o keyring-4.json
sign 4 keys/online-2.key keyring-4.json $day2 manifest-4.json
refused untrusted-keyring verify manifest-4.json "${pins[@]}" "${seen[@]}" --now $day2
say '   The online key still signs, with the last keyring. It can only never be replaced.'
sign 4 keys/online-2.key keyring-3.json $day2 manifest-4.json
expect VERIFIED verify manifest-4.json "${pins[@]}" "${seen[@]}" --now $day2

say '6. Once it is gone too, nothing new arrives. Blocks soften when the last manifest expires; nobody is locked out for ever.'
rm keys/online-2.key
expect 'VERIFIED, EXPIRED' verify manifest-4.json "${pins[@]}" --now $day60
expect RECOMMENDED decide --policy manifest-4.json "${roots[@]}" --version 2.2.0 --os iOS=17.4 --now $day60

say 'What is left is an app update that pins new roots. Keep the two apart.'
