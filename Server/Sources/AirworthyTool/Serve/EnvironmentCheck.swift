/// Finds misspelt settings in the environment, which would otherwise do nothing without a word.
enum EnvironmentCheck {
    /// What other commands and the scripts of the project read.
    private static let others: Set<String> = [
        "AIRWORTHY_SERVER", "AIRWORTHY_TOKEN", "AIRWORTHY_CACHE", "AIRWORTHY_REFERENCE", "AIRWORTHY_KILLS",
        "AIRWORTHY_WITH_SWIFT_CRYPTO", "AIRWORTHY_APPLE_KEY_FILE", "AIRWORTHY_APPLE_KEY_ID", "AIRWORTHY_APPLE_ISSUER",
    ]

    /// The names of variables that look like settings and are none, in order.
    static func unknown(in environment: [String: String]) -> [String] {
        let known = Set(Setting.all.map(\.variable)).union(others)
        return environment.keys.filter { $0.hasPrefix("AIRWORTHY_") && !known.contains($0) }.sorted()
    }
}
