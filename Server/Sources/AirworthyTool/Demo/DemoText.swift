/// What a demo tells to try. Every line can be pasted as it is.
struct DemoText {
    let url: String
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

        What is a copy told? 2.2.0 must go to 2.2.1, 2.2.1 may carry on:

          curl '\(url)/v1/apps/hashtags/decision?version=2.2.0&channel=appstore&os=iOS%2017.4'
          curl '\(url)/v1/apps/hashtags/decision?version=2.2.1&channel=appstore&os=iOS%2017.4'
          curl '\(url)/v1/apps/birthdays/decision?version=4.6.0&channel=appstore&storefront=JP'
          curl '\(url)/v1/apps/hashtags/releases/latest?channel=appstore'

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
