#!/usr/bin/env bash
# A minute with the command line, on the files in data/. Needs `airworthy` on PATH; `make tour` builds it first.
# What it prints is compared with tour.txt by a test, and quoted in Documentation/first-policy.md.
set -euo pipefail
cd "$(dirname "$0")/data"
export NO_COLOR=1
now=2026-11-20T12:00:00Z

# say SENTENCE: what comes next.
say() { printf '\n# %s\n' "$1"; }

# run COMMAND…: prints a command as one would type it, and its answer.
run() {
    local word line='$'
    for word in "$@"; do
        case $word in *[\ \<\>\(\)@]*) line="$line '$word'" ;; *) line="$line $word" ;; esac
    done
    printf '%s\n' "$line"
    "$@"
}

# statuses FILE ARGUMENTS… -- VERSION…: one line for each version.
statuses() {
    local policy=$1 arguments=()
    shift
    while [ "$1" != -- ]; do arguments+=("$1"); shift; done
    shift
    for version in "$@"; do
        printf '  %-8s %s\n' "$version" "$(
            airworthy decide --policy "$policy" ${arguments[@]+"${arguments[@]}"} --version "$version" --now $now --json |
                sed 's/.*"status":"\([a-zA-Z]*\)".*/\1/'
        )"
    done
}

say 'A config.json that a real app downloads: exactly the bad version must update, and everything below the minimum.'
cat config-specific-versions.json
run airworthy decide --policy config-specific-versions.json --version 2.2.0
say 'Nobody else must:'
statuses config-specific-versions.json -- 1.3.9 1.4 1.4.0 1.4.1 1.9.9 1.10.0 2.0.0 2.1.9 2.2.0 2.2.1
run airworthy compare 1.4 1.4.0

say "The App Store's real answer for a live app in Japan: 4.6.7 is offered 4.6.8, and 4.10.0 is newer than that."
run airworthy decide --policy birthdays.policy.yaml --catalog lookup-birthdays-jp.json@JP --version 4.6.7 --now $now
run airworthy decide --policy birthdays.policy.yaml --catalog lookup-birthdays-jp.json@JP --version 4.10.0 --now $now

say 'A policy of our own, with known releases: 2.2.1 needs iOS 16, so an iOS 15 device is never sent there.'
run airworthy decide --policy hashtags.policy.yaml --catalog hashtags.catalog.yaml --version 2.2.0 --os 'iOS 15.8' \
    --now $now

say 'A TestFlight copy goes to TestFlight, never to the App Store.'
run airworthy decide --policy hashtags.policy.yaml --catalog hashtags.catalog.yaml --version 2.2.0 --build 300 \
    --channel testflight.external --os 'iOS 17.4' --now $now

say 'The one exception is labelled: a beta that expires and has no successor.'
run airworthy decide --policy hashtags.policy.yaml --catalog hashtags.last-beta.yaml --version 2.2.1 --build 309 \
    --channel testflight.external --os 'iOS 17.4' --now $now

say 'The unfinished editor shows in debug and TestFlight builds only.'
for channel in debug testflight.internal testflight.external appstore unknown; do
    printf '  %-20s %s\n' "$channel" "$(
        airworthy decide --policy hashtags.policy.yaml --version 2.2.1 --channel "$channel" --now $now --json |
            sed 's/.*"features":{\([^}]*\)}.*/\1/'
    )"
done

say 'Why? Every decision can be explained.'
run airworthy decide --policy hashtags.policy.yaml --catalog hashtags.catalog.yaml --version 2.2.0 --build 290 \
    --os 'iOS 17.4' --storefront JP --language ja --now $now --explain

say 'And mistakes are found before anybody downloads them.'
run airworthy check broken.policy.yaml || true
run airworthy check hidden.policy.yaml --catalog hashtags.catalog.yaml || true
