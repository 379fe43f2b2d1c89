import AirworthyPolicy
import ArgumentParser
import ReleaseCatalog
import ReleaseSources
import ServerSupport

struct LookupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Show the version on the App Store, by country.",
        discussion: """
            Queries the App Store's public lookup; no key and no server is needed. If an app \
            is not found, its version is unknown: it may not be sold in that country. \
            After a release the lookup may lag behind for a day.

            EXAMPLE
              $ airworthy lookup 1234567890 --country jp --country us
              $ airworthy lookup 1234567890 --platform macos
              $ airworthy lookup com.example.hashtags --json
            """)

    @Argument(help: "Apple IDs or bundle identifiers.")
    var ids: [String]

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A country, as jp or JPN; by default US. May be repeated.", valueName: "code")
    )
    var country: [String] = []

    @Option(
        help: ArgumentHelp(
            "The platform. Of an app with one Apple ID for several, the iPhone app is shown by default.",
            valueName: "name"))
    var platform: String?

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var address: AppleAddressOptions

    func validate() throws {
        guard (1...LookupClient.largestBatch).contains(ids.count), Set(ids).count == ids.count else {
            throw ValidationError("1 to \(LookupClient.largestBatch) different apps can be looked up at once.")
        }
        guard ids.allSatisfy(Self.isApp) else {
            throw ValidationError("An app is an Apple ID such as 1234567890, or a bundle identifier.")
        }
    }

    func run() async throws {
        var storefronts: [Storefront] = []
        for code in country.isEmpty ? ["US"] : country {
            guard let storefront = Storefront(code) else {
                throw ToolError.badData("--country: `\(code.printable)` is not a country; write it as jp or JPN")
            }
            if !storefronts.contains(storefront) { storefronts.append(storefront) }
        }
        let platform =
            try self.platform.map { name throws(ToolError) in Platform(try AppOptions.platformName(name)) } ?? .ios
        let address = try ServerAddress(self.address.url ?? LookupClient.host, from: "--url")
        let rows = try await withHTTPTransport(to: address.text, timeout: .seconds(self.address.timeout.seconds)) {
            [storefronts] transport in
            do {
                let client = LookupClient(
                    baseURL: address.text, transport: transport, now: { WallClock.now() })
                return try await lookUp(in: storefronts, for: platform, from: client)
            } catch let problem as SourceError {
                throw problem.toolError(host: address.text)
            }
        }
        let report = LookupReport(rows: rows)
        try printOutput(json ? [report.json.jsonLine] : report.lines)
        if rows.allSatisfy({ $0.release == nil }) { throw ExitCode(ToolExitStatus.missingFile.rawValue) }
    }

    private func lookUp(
        in storefronts: [Storefront], for platform: Platform, from client: LookupClient
    ) async throws -> [LookupReport.Row] {
        // One call looks up all Apple IDs in a storefront. Each bundle identifier needs a call of its own.
        let appleIDs = ids.compactMap(Self.appleID)
        var rows: [LookupReport.Row] = []
        for storefront in storefronts {
            var combined: LookupAnswer?
            if !appleIDs.isEmpty {
                combined = try await Self.retrying {
                    try await client.lookup(ids: appleIDs, storefront: storefront, platform: platform)
                }
            }
            for id in ids {
                let releases: [Release]
                if let appleID = Self.appleID(id) {
                    releases = combined?.releases(bundleID: nil, appleID: appleID) ?? []
                } else {
                    releases = try await Self.retrying {
                        try await client.lookup(bundleID: id, storefront: storefront, platform: platform)
                    }.releases(bundleID: id, appleID: nil)
                }
                rows += releases.map { .init(id: id, storefront: storefront, release: $0) }
                if releases.isEmpty { rows.append(.init(id: id, storefront: storefront, release: nil)) }
            }
        }
        // By app in the order of the arguments, then by country.
        return ids.flatMap { id in rows.filter { $0.id == id } }
    }

    private static func isApp(_ id: String) -> Bool {
        if let appleID = appleID(id) { return appleID > 0 }
        return (1...255).contains(id.utf8.count)
            && id.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-.".utf8.contains($0) }
    }

    private static func appleID(_ id: String) -> Int? { id.isAllDigits ? Int(id) : nil }

    /// Retries when the calls of this minute are used up. It really sleeps: Apple's minutes pass in real time.
    private static func retrying(_ body: () async throws -> LookupAnswer) async throws -> LookupAnswer {
        while true {
            do {
                return try await body()
            } catch let problem as SourceError where problem.kind == .budgetSpent {
                guard let wait = problem.retryAfter, wait <= .seconds(60) else { throw problem }
                printError(
                    "airworthy: waiting for \(Int(wait.seconds.rounded(.up))) s; Apple limits lookups per minute")
                try await Task.sleep(for: max(wait, .milliseconds(100)))
            }
        }
    }
}
