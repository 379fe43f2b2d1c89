import AirworthyPolicy

/// What an operator ordered.
struct OperatorMemory: SourceMemory {
    /// A release that is not to be offered any more.
    struct Withdrawal: Hashable {
        var platform: Platform
        var version: AppVersion
        /// `nil` is every build of the version.
        var build: BuildNumber?
    }

    /// How many are kept; the oldest versions go first.
    static let limit = 500

    private(set) var withdrawals: [Withdrawal] = []

    init() {}

    mutating func withdraw(_ withdrawal: Withdrawal) {
        guard !withdrawals.contains(withdrawal) else { return }
        withdrawals.append(withdrawal)
        withdrawals.sort { a, b in
            if a.version != b.version { return a.version > b.version }
            let (mine, theirs) = (a.build?.description ?? "", b.build?.description ?? "")
            return (a.platform.description, mine) < (b.platform.description, theirs)
        }
        withdrawals = Array(withdrawals.prefix(Self.limit))
    }

    /// Whether a release is withdrawn. What carries no build number might be the one that is meant.
    func withdraws(_ platform: Platform, _ version: AppVersion, _ build: BuildNumber?) -> Bool {
        withdrawals.contains { withdrawal in
            guard withdrawal.platform == platform, withdrawal.version == version else { return false }
            guard let meant = withdrawal.build, let build else { return true }
            return meant == build
        }
    }

    var facts: OperatorMemory { self }

    var body: [UInt8] {
        let list = withdrawals.map { withdrawal in
            JSONValue.facts([
                ("platform", .text(withdrawal.platform)), ("version", .text(withdrawal.version)),
                ("build", .text(withdrawal.build)),
            ])
        }
        return JSONValue.facts([("schema", .whole(JSONValue.bodySchema)), ("withdrawn", .list(list))]).jsonBytes()
    }

    init(body: [UInt8]) throws(UnreadableBody) {
        let root = try JSONValue.body(body)
        withdrawals = try root.each("withdrawn") { value throws(UnreadableBody) in
            Withdrawal(
                platform: try value.needed("platform", \.asPlatform),
                version: try value.needed("version", \.asVersion), build: try value.optional("build", \.asBuild))
        }
    }
}

/// A catalog that somebody imported, as it was.
struct ManualMemory: SourceMemory {
    let catalog: Catalog

    init(_ catalog: Catalog) { self.catalog = catalog }

    var facts: ManualMemory { self }
    var body: [UInt8] { catalog.jsonValue.jsonBytes() }

    init(body: [UInt8]) throws(UnreadableBody) {
        let (catalog, findings) = CatalogReader.read(json: body)
        guard let catalog else { throw UnreadableBody(detail: findings.first?.message ?? "it is no catalog") }
        self.catalog = catalog
    }
}
