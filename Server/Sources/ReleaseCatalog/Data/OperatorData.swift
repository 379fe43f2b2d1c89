import AirworthyPolicy

struct OperatorData: SourceData {
    /// A release that must not be offered.
    struct Withdrawal: Hashable {
        let platform: Platform
        let version: AppVersion
        /// The build; `nil` for every build of the version.
        let build: BuildNumber?
    }

    /// The most withdrawals to keep. The lowest versions are forgotten first, and could be offered again.
    private static let limit = 500

    private(set) var withdrawals: [Withdrawal] = []

    init() {}

    mutating func withdraw(_ withdrawal: Withdrawal) {
        guard !withdrawals.contains(withdrawal) else { return }
        withdrawals.append(withdrawal)
        // Any fixed order will do: equal data must have equal bytes.
        withdrawals.sort { a, b in
            if a.version != b.version { return a.version > b.version }
            let (mine, theirs) = (a.build?.description ?? "", b.build?.description ?? "")
            return (a.platform.description, mine) < (b.platform.description, theirs)
        }
        withdrawals = Array(withdrawals.prefix(Self.limit))
    }

    /// Whether a release is withdrawn. If the build of the release or of the withdrawal is unknown, the version decides.
    func withdraws(_ version: AppVersion, build: BuildNumber?, on platform: Platform) -> Bool {
        withdrawals.contains { withdrawal in
            guard withdrawal.platform == platform, withdrawal.version == version else { return false }
            guard let withdrawn = withdrawal.build, let build else { return true }
            return withdrawn == build
        }
    }

    var withoutBookkeeping: OperatorData { self }

    var body: [UInt8] {
        let list = withdrawals.map { withdrawal in
            JSONValue.members([
                ("platform", .text(withdrawal.platform)), ("version", .text(withdrawal.version)),
                ("build", .text(withdrawal.build)),
            ])
        }
        return JSONValue.members([("schema", .int(JSONValue.bodySchema)), ("withdrawn", .list(list))]).jsonBytes()
    }

    init(body: [UInt8]) throws(UnreadableBody) {
        let root = try JSONValue.body(body)
        withdrawals = try root.elements(of: "withdrawn") { value throws(UnreadableBody) in
            Withdrawal(
                platform: try value.required("platform", as: \.platformValue),
                version: try value.required("version", as: \.versionValue),
                build: try value.optional("build", as: \.buildValue))
        }
    }
}

/// The catalog that an operator imported, unchanged: the source `manual`.
struct ManualData: SourceData {
    let catalog: Catalog

    init(_ catalog: Catalog) { self.catalog = catalog }

    var withoutBookkeeping: ManualData { self }
    var body: [UInt8] { catalog.jsonValue.jsonBytes() }

    init(body: [UInt8]) throws(UnreadableBody) {
        let (catalog, findings) = CatalogReader.read(json: body)
        guard let catalog else { throw UnreadableBody(detail: findings.first?.message ?? "it is not a catalog") }
        self.catalog = catalog
    }
}
