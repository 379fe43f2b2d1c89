// The files of `init`. The jobs are those of the pages publishing-by-pull-request.md and static-hosting.md; a test compares.

extension NewProject {
    /// The first rules: one that forces a version which nobody has, one that suggests the newest, and a feature.
    var policy: String {
        let appleLine =
            appleID.map { "appleID: \($0)" }
            ?? "# The app's number in the App Store, as soon as it has one; nobody can be asked before.\n# appleID: 1234567890"
        // So that a device that knows no release can be sent to the update, too.
        let link = "    \(appleID == nil ? "# " : "")url: https://apps.apple.com/app/id\(appleID ?? 1_234_567_890)\n"
        return """
            # The rules of \(app). All keys: Documentation/policy-reference.md of Airworthy.
            schema: 1
            app: "\(app)"
            bundleID: "\(bundleID)"
            \(appleLine)

            rules:
              # Force exactly the bad version: put it in place of the one below, which nobody has, and publish.
              - id: bad-version
                when: { version: \(Self.badVersion), channel: appstore }
                update: \(appleID == nil ? "recommended # required, as soon as the next line leads somewhere" : "required")
            \(link)    message: { en: This version does not work any more. Please update. }

              # Ask everybody else once a day; they may skip a release.
              - id: suggest-newest
                when: { version: <latest }
                update: recommended
                skippable: true

            # What is unfinished: shown in debug builds and to testers, hidden on the App Store.
            features:
              new-screen:
                default: false
                rules:
                  - when: { channel: [debug, testflight] }
                    value: true

            """
    }

    /// The app's settings on the server.
    var settings: String {
        """
        # The settings of \(app) on the server. `airworthy apply airworthy` creates the app with them.
        schema: 1
        bundleID: "\(bundleID)"
        \(appleID.map { "appleID: \($0)" } ?? "# appleID: 1234567890")
        # The keys that released builds trust.
        pins:
          - { file: root-primary.pub, role: root }
          - { file: root-backup.pub, role: root }

        """
    }

    var ignored: String {
        """
        # Secrets, what the server stores, and what a script leaves while it signs.
        keys/
        data/
        server.log
        manifest.new
        .re-sign.lock

        """
    }

    /// The code of the app. `roots` has the root keys in base64.
    func appCode(roots: [(name: String, key: String)]) -> String {
        let kind = place == .server ? "server" : "manifest"
        let width = roots.map(\.key.count).max() ?? 0
        let keys = roots.map { root in
            "    \"\(root.key)\",\(String(repeating: " ", count: width - root.key.count))  // \(root.name)"
        }
        return """
            import AirworthyUI
            import SwiftUI

            // Add the package https://github.com/OWNER/airworthy with its product AirworthyUI, and this file, to the app. Then:
            //
            //     WindowGroup {
            //         ContentView()
            //             .updateGate(airworthy)
            //     }
            //
            // To see the gate now, run a debug build in the simulator with the argument: -AirworthyDecision required

            /// The only client of the process. Creating it reads a small file and makes no network request.
            let airworthy = Airworthy(
                .\(kind)(
                    URL(string: "\(url)")!, app: "\(app)",
                    roots: [
            \(keys.map { "        \($0)" }.joined(separator: "\n"))
                    ]))

            """
    }

    /// The job that shows and publishes the folder `airworthy` by pull request.
    var serverJob: String {
        """
        name: airworthy
        on:
          pull_request:
            paths: [airworthy/**]
          push:
            branches: [main]
            paths: [airworthy/**]

        # A merge waits for the one before.
        concurrency:
          group: airworthy-${{ github.event.pull_request.number || 'publish' }}

        permissions:
          contents: read
          pull-requests: write # for the comment

        jobs:
          airworthy:
            runs-on: ubuntu-24.04
            # The secret of `publish` is only for the default branch; set that in the environment's rules.
            environment: ${{ github.event_name == 'push' && 'publish' || '' }}
            steps:
              - uses: actions/checkout@v4
              - uses: OWNER/airworthy@v\(toolVersion) # OWNER: the account that has Airworthy
                with:
                  server: \(url)
                  token: ${{ secrets.AIRWORTHY_TOKEN }} # in the environment: merges; in the repository: pull-requests
                  tool-url: ${{ vars.AIRWORTHY_TOOL_URL }}
                  tool-sha256: ${{ vars.AIRWORTHY_TOOL_SHA256 }}

        """
    }

    /// The job that signs the policy into the branch `site`.
    var fileJob: String {
        #"""
        name: manifest
        on:
          push:
            branches: [main]
            paths: [policy.yaml, keyring.json]
          schedule:
            - cron: "23 4 * * 1" # Mondays; an odd minute, because full hours are crowded
          workflow_dispatch: {}

        # One run at a time, and no cancelled runs: two at once would use one revision twice.
        concurrency:
          group: manifest
          cancel-in-progress: false

        permissions:
          contents: write

        jobs:
          sign:
            runs-on: ubuntu-24.04
            container: swift:6.3
            env:
              APP: \#(app)
            steps:
              - name: Check out the policy
                uses: actions/checkout@v4
              - name: Check out what is served
                uses: actions/checkout@v4
                with:
                  ref: site
                  path: site
              - name: Check out Airworthy
                uses: actions/checkout@v4
                with:
                  repository: ${{ vars.AIRWORTHY_REPOSITORY }} # owner/name
                  ref: ${{ vars.AIRWORTHY_REF }} # a tag or, better, a commit
                  path: airworthy
              - name: Build the command
                run: |
                  apt-get update && apt-get install -y --no-install-recommends libsqlite3-dev pkg-config zlib1g-dev
                  swift build --package-path airworthy/Server -c release --product airworthy
                  dirname "$(readlink -f airworthy/Server/.build/release/airworthy)" >> "$GITHUB_PATH"

              - name: Sign
                env:
                  ONLINE_KEY: ${{ secrets.AIRWORTHY_ONLINE_KEY }} # the text of online.key
                run: |
                  set -- --revision 1
                  if [ -s site/\#(fileName) ]; then set -- --revision auto --previous site/\#(fileName); fi
                  printf '%s\n' "$ONLINE_KEY" | airworthy sign --policy policy.yaml --app "$APP" \
                    --key - --keyring keyring.json --expires-in 30d "$@" -o manifest.new
              - name: Verify as an installation with the previous manifest would
                run: |
                  set --
                  if [ -s site/\#(fileName) ]; then set -- --previous site/\#(fileName); fi
                  airworthy verify manifest.new --app "$APP" \
                    --root root-primary.pub --root root-backup.pub "$@"

              - name: Publish
                run: |
                  mv manifest.new site/\#(fileName)
                  cd site
                  git config --global --add safe.directory "$PWD"
                  git config user.name manifest
                  git config user.email manifest@users.noreply.github.com
                  git add \#(fileName)
                  git commit -m "Publish a manifest"
                  git push origin HEAD:site

        """#
    }
}
