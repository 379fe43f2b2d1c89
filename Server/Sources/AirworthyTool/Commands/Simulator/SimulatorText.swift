import AppStoreSimulator

/// What a simulator tells once it answers. Every line can be pasted as it is.
struct SimulatorText {
    let url: String
    let key: AppStoreSimulator.Key
    let keyFile: String
    let scenario: AppStoreSimulator.Scenario
    /// Whether it is the demo's.
    let isDemo: Bool

    var text: String {
        """
        listening on \(url)   (Ctrl-C ends it)

          key id    \(key.id)
          issuer    \(key.issuerID ?? "none: the key of one user")
          key file  \(keyFile.printable)

        Ask it as Apple is asked:

          export AIRWORTHY_APPLE_KEY_FILE='\(keyFile.printable)'
          export AIRWORTHY_APPLE_KEY_ID=\(key.id)
        \(key.issuerID.map { "  export AIRWORTHY_APPLE_ISSUER=\($0)\n" } ?? "")\(questions)
        Let something happen, and look at it:

        \(isDemo ? changes : "")  curl \(url)/_simulator/faults -d '{"kind": "rateLimited", "requests": 3}'
          curl \(url)/_simulator/state

        All of it: airworthy simulator --help
        """
    }

    private var questions: String {
        guard let app = scenario.apps.first else { return "" }
        return """
              airworthy builds --app \(app.bundleID.printable) --url \(url)
              airworthy lookup \(app.id) --country jp --url \(url)
              curl '\(url)/lookup?id=\(app.id)&country=jp'

            """
    }

    private var changes: String {
        """
          curl \(url)/_simulator/build -d '{"app": "hashtags", "build": "322", "external": "IN_BETA_TESTING"}'
          curl \(url)/_simulator/release -d '{"app": "hashtags", "version": "2.3.0", "build": "322"}'

        """
    }
}
