import Foundation

/// The output of `demo`. Every command in it can be pasted into a shell, also twice.
struct DemoText {
    let url: String
    /// The path that signs in.
    let dashboard: String
    let appStoreURL: String
    let token: String
    /// The public root keys of the apps.
    let roots: [String]
    let examples: String

    /// The assignment that makes `airworthy` a command, with a blank after it; empty if it is one already.
    private var path: String {
        let program = ProcessInfo.processInfo.arguments.first ?? ""
        guard program.contains("/") else { return "" }
        return "PATH=\(URL(fileURLWithPath: program).deletingLastPathComponent().path):$PATH "
    }

    private var keys: String { roots.map { "\"\($0)\"" }.joined(separator: ", ") }

    var text: String {
        """
        \(TerminalText.listening(on: url))

        See it in a browser; this address signs in once:

          \(url)\(dashboard)

        In a second terminal, in this folder:

          export \(path)AIRWORTHY_SERVER=\(url) AIRWORTHY_TOKEN=\(token)

        What does an installed app get, and why? 2.2.0 must update to 2.2.1, 2.2.1 may carry on. Programs ask as the second line does:

          airworthy why --app hashtags --version 2.2.0 --os "iOS 17.4" --storefront JP
          curl -s "$AIRWORTHY_SERVER/v1/apps/hashtags/decision?version=2.2.1&channel=appstore&os=iOS%2017.4" | grep -o '"status":"[a-z]*"'

        What is the newest build for each audience? The server learned it from a simulator of Apple:

          curl -s "$AIRWORTHY_SERVER/testflight/latest/internal?app=hashtags" | grep -o '"buildNumber":"[0-9]*"'
          curl -s "$AIRWORTHY_SERVER/testflight/latest/external?app=hashtags" | grep -o '"buildNumber":"[0-9]*"'

        Which testers have a build? 2.2.1 is open to both groups, so no device can tell whose it is:

          curl -s "$AIRWORTHY_SERVER/testflight/version/2.2.1/audience?app=hashtags" | grep -o '"availableTo":[^]]*]'

        Let 2.3.0 (322) pass Apple's review; a webhook tells the server. Now 322 is the newest external build. The testers of 2.2.0 are
        led to 321 all the same, and `why` says why:

          curl -s \(appStoreURL)/_simulator/build -d '{"app":"hashtags","build":"322","external":"IN_BETA_TESTING"}' -o /dev/null; sleep 1
          curl -s "$AIRWORTHY_SERVER/testflight/latest/external?app=hashtags" | grep -o '"buildNumber":"[0-9]*"'
          airworthy why --app hashtags --version 2.2.0 --build 300 --channel testflight.external
          airworthy catalog show --app hashtags

        Publish a change, look again, and undo it:

          sed 's/update: required/update: recommended/' \(examples)/hashtags.policy.yaml | airworthy publish - --app hashtags --yes
          airworthy why --app hashtags --version 2.2.0 --os "iOS 17.4" --storefront JP
          airworthy rollback --app hashtags --to-policy 2 --yes

        Almost \(DemoFleet.installations.grouped) installations have checked in: who has which version, what did the policy do in a week, and whom would a minimum version of
        2.2.0 hit? The last command refuses, because some could not update:

          airworthy adoption --app hashtags
          airworthy history --app hashtags
          sed 's/<1.4.0/<2.2.0/' \(examples)/hashtags.policy.yaml | airworthy publish - --app hashtags --max-stuck 0

        Publish it all the same, move the clock of the demo on by eight days, and see what it did:

          sed 's/<1.4.0/<2.2.0/' \(examples)/hashtags.policy.yaml | airworthy publish - --app hashtags --max-blocked 50% --yes
          curl -s \(appStoreURL)/_simulator/clock -d '{"offset":"P8D"}' -o /dev/null; sleep 5
          airworthy history --app hashtags --limit 2

        In an app that runs in Apple's simulator on this machine, such as Examples/HashtagsApp:

          Airworthy(.server(URL(string: "\(url)")!, app: "hashtags", roots: [\(keys)]))

        For programs: \(url)/openapi.yaml, \(url)/v1/apps/hashtags/manifest
        """
    }
}
