import AirworthyPolicy
import AppStoreConnect
import ArgumentParser
import ReleaseCatalog
import ServerSupport

/// Asks the App Store lookup.
struct LookupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Tell which version is on the App Store, country by country.",
        discussion: """
            Asks the App Store's public lookup; neither key nor server is needed. Where an \
            app is not found, that is unknown, not "no update": it may not be sold there. \
            After a release the lookup may lag behind for a day.

            EXAMPLE
              $ airworthy lookup 1234567890 --country jp --country us
              $ airworthy lookup com.example.hashtags --json
            """)

    @Argument(help: "Apple IDs or bundle identifiers.")
    var ids: [String]

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A country, as jp or JPN; may be repeated. By default the United States.", valueName: "code")
    )
    var country: [String] = []

    @Flag(help: .jsonLine)
    var json = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Another address than Apple's, e.g. of airworthy simulator.", valueName: "url"))
    var url: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("How long one answer may take.", valueName: "seconds"))
    var timeout = 30

    func validate() throws {
        guard (1...LookupClient.largestBatch).contains(ids.count), Set(ids).count == ids.count else {
            throw ValidationError("1 to \(LookupClient.largestBatch) different apps can be looked up at once.")
        }
        guard ids.allSatisfy(Self.isApp) else {
            throw ValidationError("An app is an Apple ID such as 1234567890, or a bundle identifier.")
        }
        guard (1...600).contains(timeout) else { throw ValidationError("--timeout takes 1 to 600 seconds.") }
    }

    func run() async throws {
        var storefronts: [Storefront] = []
        for code in country.isEmpty ? ["US"] : country {
            guard let storefront = Storefront(code) else {
                throw ToolError(.badData, "--country: `\(code.printable)` is no country; write it as jp or JPN")
            }
            if !storefronts.contains(storefront) { storefronts.append(storefront) }
        }
        let address = try ServerAddress(url ?? LookupClient.host, from: "--url")
        let connection = HTTPTransport.asyncHTTPClient(timeout: .seconds(timeout))
        let client = LookupClient(baseURL: address.text, transport: connection.transport, now: { Clock.now() })
        let result: Result<[LookupReport.Row], any Error>
        do {
            result = .success(try await rows(client, storefronts))
        } catch let problem as SourceError {
            result = .failure(problem.toolError(address.text))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        let report = LookupReport(rows: try result.get())
        try printOutput(json ? report.json.jsonLine : report.lines(.standardOutput).joined(separator: "\n"))
        if report.rows.allSatisfy({ $0.release == nil }) { throw ExitCode(ToolStatus.missingFile.rawValue) }
    }

    private func rows(_ client: LookupClient, _ storefronts: [Storefront]) async throws -> [LookupReport.Row] {
        // All numbers of a country go into one call; a bundle identifier takes one of its own.
        let numbers = ids.compactMap(Self.number)
        var rows: [LookupReport.Row] = []
        for storefront in storefronts {
            var together: LookupAnswer?
            if !numbers.isEmpty {
                together = try await Self.patiently { try await client.lookup(ids: numbers, storefront: storefront) }
            }
            for id in ids {
                let releases: [Release]
                if let number = Self.number(id) {
                    releases = together?.releases(bundleID: nil, appleID: number) ?? []
                } else {
                    releases = try await Self.patiently {
                        try await client.lookup(bundleID: id, storefront: storefront)
                    }.releases(bundleID: id, appleID: nil)
                }
                rows += releases.map { .init(id: id, storefront: storefront, release: $0) }
                if releases.isEmpty { rows.append(.init(id: id, storefront: storefront, release: nil)) }
            }
        }
        // By app, in the order of the question; then by country.
        return ids.flatMap { id in rows.filter { $0.id == id } }
    }

    private static func isApp(_ id: String) -> Bool {
        if let number = number(id) { return number > 0 }
        return (1...255).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    private static func number(_ id: String) -> Int? {
        id.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(id) : nil
    }

    /// Waits when the calls of this minute are used up: in real time, because they are Apple's minutes.
    private static func patiently(_ body: () async throws -> LookupAnswer) async throws -> LookupAnswer {
        while true {
            do {
                return try await body()
            } catch let problem as SourceError where problem.kind == .budgetSpent {
                guard let wait = problem.retryAfter, wait <= .seconds(60) else { throw problem }
                let seconds = Int(wait.seconds.rounded(.up))
                printError("airworthy: waiting for \(seconds) s; Apple takes few lookups a minute")
                try await Task.sleep(for: max(wait, .milliseconds(100)))
            }
        }
    }
}
