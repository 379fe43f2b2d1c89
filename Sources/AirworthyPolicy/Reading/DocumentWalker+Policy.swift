extension DocumentWalker {
    static let policyKeys = [
        "schema", "app", "bundleID", "appleID", "rules", "features", "defaultLanguage", "links", "support",
        "betaReminder", "withdrawn", "meta",
    ]

    /// Reads a policy, as much of it as can be read. `schema` is the caller's to judge.
    mutating func policy(_ object: DocumentObject) -> Policy {
        checkKeys(of: object, known: Self.policyKeys)
        let rules = mandatory("rules", in: object, "write [] if there are none yet.") { $0.rules($1) } ?? []
        var policy = Policy(rules: rules)
        policy.app = optional("app", in: object) { $0.slug($1) }
        policy.bundleID = optional("bundleID", in: object) { $0.bundleID($1) }
        policy.appleID = optional("appleID", in: object) { $0.integer($1, in: 1...Int.max) }
        policy.features = object["features"].map { features($0) } ?? [:]
        policy.defaultLanguage =
            optional("defaultLanguage", in: object) { $0.languageTag($1) } ?? policy.defaultLanguage
        policy.links = object["links"].map { links($0) } ?? [:]
        policy.support = optional("support", in: object) { $0.supportURL($1) }
        policy.betaReminder = optional("betaReminder", in: object) { $0.period($1) } ?? policy.betaReminder
        policy.withdrawn = optional("withdrawn", in: object) { $0.versionRange($1) }
        policy.meta = optional("meta", in: object) { $0.opaqueObject($1) }
        return policy
    }

    /// Checks a file's `schema`. `false` if reading on makes no sense: the file is from the future.
    mutating func checkSchema(of object: DocumentObject, supported: Int) -> Bool {
        guard let field = object["schema"] else {
            missingKey("schema", in: object, "write \"schema\": \(supported).")
            return true
        }
        guard let schema = integer(field, in: 1...Int.max), schema > supported else { return true }
        report(
            "bad-schema", at: field,
            "This file has schema \(schema); it needs a newer airworthy, this one reads schema \(supported).")
        return false
    }

    /// An app's short name.
    mutating func slug(_ field: DocumentField) -> String? {
        guard let text = text(field) else { return nil }
        let isLetterOrDigit: (UInt8) -> Bool = { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0.isDigit }
        guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 63,
            text.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "-") })
        else {
            report(
                "bad-value", at: field,
                "\(DocumentPath.quoted(text)) is not a slug; write at most 63 of a-z, 0-9 and -, not beginning with -.")
            return nil
        }
        return text
    }

    private mutating func bundleID(_ field: DocumentField) -> String? {
        guard let text = text(field) else { return nil }
        let isAllowed: (UInt8) -> Bool = {
            $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
        guard !text.isEmpty, text.utf8.count <= 255, text.utf8.allSatisfy(isAllowed) else {
            report(
                "bad-value", at: field,
                "\(DocumentPath.quoted(text)) is not a bundle id; write one such as com.example.app.")
            return nil
        }
        return text
    }

    private static let linkKeys = ["appstore", "testflight", "web", "enterprise", "marketplace", "marketplace:<id>"]

    private mutating func links(_ field: DocumentField) -> [String: String] {
        guard let object = object(field, wanted: "an object with a URL for each channel") else { return [:] }
        var links: [String: String] = [:]
        for entry in object.entries {
            let isMarketplace = entry.key.hasPrefix("marketplace:") && entry.key.utf8.count > 12
            guard isMarketplace || Self.linkKeys.dropLast().contains(entry.key) else {
                unknownKey(entry, known: Self.linkKeys)
                continue
            }
            links[entry.key] = url(entry.field)
        }
        return links
    }
}
