/// What a demo tells to try. Every line can be pasted as it is.
struct DemoText {
    let url: String
    /// Where the simulator is.
    let apple: String
    let token: String
    /// The entity tag of the policy of `hashtags`, without quotes.
    let tag: String

    var text: String {
        """
        listening on \(url)   (Ctrl-C ends it)

          hashtags    \(url)/v1/apps/hashtags/manifest
          birthdays   \(url)/v1/apps/birthdays/manifest
          the API     \(url)/openapi.yaml
          metrics     \(url)/metrics
          "Apple"     \(apple)   (a simulator of App Store Connect and of the lookup)

        What is a copy told? 2.2.0 must go to 2.2.1, 2.2.1 may carry on:

          curl '\(url)/v1/apps/hashtags/decision?version=2.2.0&channel=appstore&os=iOS%2017.4'
          curl '\(url)/v1/apps/hashtags/decision?version=2.2.1&channel=appstore&os=iOS%2017.4'
          curl '\(url)/v1/apps/birthdays/decision?version=4.6.0&channel=appstore&storefront=JP'

        What is newest, for whom? Apple, as far as the simulator is Apple, says so:

          curl '\(url)/testflight/latest/internal?app=hashtags'
          curl '\(url)/testflight/latest/external?app=hashtags'
          curl '\(url)/testflight/version/322/audience?app=hashtags'
          curl '\(url)/v1/apps/hashtags/releases/latest?channel=appstore&storefront=JP'

        Let Apple's review pass 2.3.0 (322), and ask for the newest external build again: a webhook told the server.

          curl -X POST '\(apple)/_simulator/build' -d '{"app":"hashtags","build":"322","external":"IN_BETA_TESTING"}'

        Publish a change, ask again, and take it back:

          export AIRWORTHY_SERVER=\(url)
          export AIRWORTHY_TOKEN=\(token)
          curl -X PUT "$AIRWORTHY_SERVER/v1/admin/apps/hashtags/policy" -H "Authorization: Bearer $AIRWORTHY_TOKEN" \\
            -H 'Content-Type: application/json' -H 'If-Match: "\(tag)"' \\
            -d '{"schema":1,"app":"hashtags","rules":[{"id":"nudge","when":{"version":"<latest"},"update":"recommended"}]}'
          curl "$AIRWORTHY_SERVER/v1/apps/hashtags/decision?version=2.2.0&channel=appstore&os=iOS%2017.4"
          curl -X POST "$AIRWORTHY_SERVER/v1/admin/apps/hashtags/rollback" -H "Authorization: Bearer $AIRWORTHY_TOKEN" \\
            -H 'Content-Type: application/json' -d '{"policyVersion":1}'

        The command line does the same with more to see: airworthy publish, history, rollback.
        """
    }
}
