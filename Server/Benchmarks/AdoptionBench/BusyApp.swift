import AirworthyPolicy

/// The policy and the releases of an app that has been on the App Store for years.
enum BusyApp {
    /// Returns a manifest with some rules and 200 releases, of which devices with a new system can install the newest.
    /// - Parameter count: The number of rules. The twentieth requires an update of what is older than 2.40.
    /// - Returns: The manifest.
    static func manifest(rules count: Int) -> Manifest {
        var rules = (0..<19).map { number in
            let country = ["JP", "US", "DE", "FR"][number % 4]
            let condition =
                switch number % 4 {
                case 0: #""version": "1.\#(number)""#
                case 1: #""version": "<1.\#(number)", "storefront": ["\#(country)", "CH"]"#
                case 2: #""os": {"iOS": "<16.\#(number)"}, "version": "<2.\#(number)""#
                default: #""version": "2.\#(number)", "any": [{"build": "<3"}, {"channel": "testflight"}]"#
                }
            return #"{"id": "rule-\#(number)", "when": {\#(condition)}, "update": "recommended"}"#
        }
        rules.append(#"{"id": "floor", "when": {"version": "<2.40"}, "update": "required"}"#)
        let releases = (0..<200).map { number in
            """
            {"version": "\(number / 60).\(number % 60)", "build": "\(number)", "minimumOS": "\(10 + number / 30).0",
             "offers": [{"channel": "appstore", "publishedAt": "2020-01-01T00:00:00Z"}]}
            """
        }
        let policy =
            #"{"schema": 1, "app": "hashtags", "appleID": 42, "rules": [\#(rules.prefix(count).joined(separator: ","))]}"#
        let catalog = #"{"schema": 1, "releases": [\#(releases.joined(separator: ","))]}"#
        let (policyRead, catalogRead) = (
            PolicyReader.read(json: Array(policy.utf8)), CatalogReader.read(json: Array(catalog.utf8))
        )
        guard let policy = policyRead.policy, let catalog = catalogRead.catalog else {
            fatalError("\(policyRead.findings) \(catalogRead.findings)")
        }
        return Manifest(app: "hashtags", policy: policy, catalog: catalog)
    }
}
