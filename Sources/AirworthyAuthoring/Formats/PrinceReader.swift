import AirworthyPolicy

/// Reads a file of Prince of Versions.
struct PrinceReader {
    /// The entries of one platform.
    private struct Section {
        var entries: [PrinceEntry] = []
        /// Whether an entry was left out.
        var isIncomplete = false
    }

    private let document = DocumentReader()
    private var findings: FindingCollector { document.findings }

    func read(_ root: DocumentField, platforms: [Platform], appleID: Int?) -> LegacyImport {
        let wanted = "an object with \"ios\", \"ios2\", \"macos\" or \"macos2\""
        guard let object = document.object(root, wanted: wanted) else { return LegacyImport(rejectedBy: document) }
        checkKeys(of: object, platforms: platforms)
        let sections = PrinceOfVersions.platforms.filter { platforms.contains($0) }.compactMap { platform in
            section(for: platform, in: object)
        }
        if sections.isEmpty {
            let names = platforms.map(\.displayName).orList
            findings.report("data-not-found", at: object.field, message: "There is nothing in it for \(names).")
        } else if sections.allSatisfy(\.entries.isEmpty), sections.contains(where: \.isIncomplete) {
            findings.report("data-not-found", at: object.field, message: "No entry can be read.")
        }
        let releases = sections.flatMap { $0.entries.flatMap(\.releases) }.reduce(into: [Release]()) { known, release in
            let isNew = known.allSatisfy {
                ($0.platform, $0.version, $0.build) != (release.platform, release.version, release.build)
            }
            if isNew { known.append(release) }
        }
        let rules = sections.flatMap { section in
            let newest = section.entries.compactMap(\.offered).max()
            return section.entries.flatMap { $0.rules(newest: newest) }
        }
        let meta = object.present("meta").flatMap { document.objectOrDrop($0) }
        let policy = Policy(appleID: appleID, rules: rules, meta: meta)
        return document.legacyImport(policy, releases: releases, at: object.field)
    }

    private func checkKeys(of object: DocumentObject, platforms: [Platform]) {
        let known = PrinceOfVersions.platforms.flatMap { [$0.description, "\($0)2"] }
        for entry in object.entries {
            switch entry.key {
            case "meta": break
            case _ where known.contains(entry.key):
                if !platforms.contains(where: { entry.key == $0.description || entry.key == "\($0)2" }) {
                    document.reportDropped(
                        entry, because: "\"\(entry.key)\" is left out: the platform was not requested.")
                }
            case "android", "android2":
                document.reportDropped(
                    entry,
                    because: "\"\(entry.key)\" is left out: its entries count version codes. Write rules with "
                        + "\"platform\": \"android\" and \"build\" instead.")
            case "jvm":
                document.reportDropped(
                    entry, because: "\"\(entry.key)\" is left out: Airworthy does not support the platform.")
            default: document.reportUnknownKey(entry, known: known + ["meta"], severity: .warning)
            }
        }
    }

    /// Reads the entries of a platform in the format's order of precedence; `nil` if the file has none.
    private func section(for platform: Platform, in object: DocumentObject) -> Section? {
        let old = object.present(platform.description)
        let new = object.present("\(platform)2")
        if let old, case .array = old.node.value {
            if let new { reportIgnored(new, because: "the array under \"\(platform)\" comes first") }
            return section(of: old, for: platform)
        }
        switch new?.node.value {
        case .array?, .object?:
            if let old { reportIgnored(old, because: "\"\(platform)2\" comes first; it is for older clients") }
            return new.map { section(of: $0, for: platform) }
        case nil: break
        default: new.map { reportWrongType($0) }
        }
        guard let old else { return nil }
        guard case .object = old.node.value else {
            reportWrongType(old)
            return nil
        }
        let entry = v1Entry(old, for: platform)
        return Section(entries: entry.map { [$0] } ?? [], isIncomplete: entry == nil)
    }

    private func reportIgnored(_ field: DocumentField, because reason: String) {
        findings.report(
            "not-carried", severity: .note, at: field, message: "\"\(field.path)\" is not read: \(reason).")
    }

    private func reportWrongType(_ field: DocumentField) {
        findings.report(
            "wrong-type", severity: .warning, at: field,
            message: "It is \(field.node.kindName), not a list of entries; it is left out.")
    }

    // MARK: v2

    private func section(of field: DocumentField, for platform: Platform) -> Section {
        var fields = [field]
        if case .array(let nodes) = field.node.value { fields = nodes.enumerated().map { field.element($1, at: $0) } }
        var section = Section()
        var named: Set<String> = []
        for (index, field) in fields.enumerated() {
            let entry = findings.salvage("The entry") {
                v2Entry(field, id: "\(platform)-\(index + 1)", for: platform)
            }
            guard let entry else {
                section.isIncomplete = true
                continue
            }
            section.entries.append(entry)
            for case .attribute(let name, _, _) in entry.requirements where named.insert(name).inserted {
                findings.report(
                    "requirement-as-attribute", severity: .note, at: field,
                    message:
                        "The requirement \(DocumentPath.quoted(name)) becomes a condition on the attribute of that name, which must "
                        + "equal the value; an app with another check has to set the attribute accordingly.")
            }
        }
        return section
    }

    private func v2Entry(_ field: DocumentField, id: String, for platform: Platform) -> PrinceEntry? {
        guard let object = document.object(field, wanted: "an entry, which is an object") else { return nil }
        let known = [
            "required_version", "last_version_available", "notify_last_version_frequency", "requirements", "meta",
        ]
        checkKeys(of: object, known: known)
        var entry = PrinceEntry(id: id, platform: platform)
        entry.required = member("required_version", in: object).flatMap { buildVersion($0.field) }
        entry.last = member("last_version_available", in: object).flatMap { buildVersion($0.field) }
        entry.remind = member("notify_last_version_frequency", in: object).flatMap { frequency($0.field) } ?? .once
        entry.requirements = member("requirements", in: object).map { requirements($0.field, for: platform) } ?? []
        entry.meta = member("meta", in: object).flatMap { document.objectOrDrop($0.field) }
        if member("required_version", in: object) == nil, member("last_version_available", in: object) == nil {
            document.reportMissingKey(
                "required_version", in: object, help: "write it, or \"last_version_available\", or both.")
        }
        return entry
    }

    private func checkKeys(of object: DocumentObject, known: [String]) {
        let spellings = Set(known.map { PrinceOfVersions.camelCased($0) })
        for entry in object.entries where !spellings.contains(PrinceOfVersions.camelCased(entry.key)) {
            document.reportUnknownKey(entry, known: known, severity: .warning)
        }
    }

    private func requirements(_ field: DocumentField, for platform: Platform) -> [Condition] {
        guard let object = document.object(field) else { return [] }
        var conditions: [Condition] = []
        for entry in object.entries {
            let name = PrinceOfVersions.camelCased(entry.key)
            if name == "requiredOsVersion" {
                conditions += Condition.os(platform, atLeast: systemVersion(entry.field))
                continue
            }
            switch entry.field.node.plainValue {
            case .null:
                document.reportWrongType(
                    entry.field, wanted: "a string, a number or a Boolean, which is all an attribute can be")
            case let value: conditions.append(.attribute(name: name, values: [value], ifMissing: .false))
            }
        }
        return conditions
    }

    // MARK: v1

    private func v1Entry(_ field: DocumentField, for platform: Platform) -> PrinceEntry? {
        guard let object = document.object(field) else { return nil }
        checkKeys(of: object, known: ["minimum_version", "minimum_version_min_sdk", "latest_version"])
        var entry = PrinceEntry(id: platform.description, platform: platform, isFinal: false)
        if let minimum = member("minimum_version", in: object) {
            entry.required = findings.salvage("The minimum") { buildVersion(minimum.field) }
            entry.requiredOS = member("minimum_version_min_sdk", in: object).flatMap { systemVersion($0.field) }
        }
        if let latest = member("latest_version", in: object) {
            let part = findings.salvage("The latest version") { v1Latest(latest.field) }
            (entry.last, entry.lastOS, entry.remind) = (part?.last, part?.lastOS, part?.remind ?? .once)
        }
        if entry.offered == nil {
            findings.report(
                "missing-key", severity: .warning, at: field,
                message: "It names neither a minimum nor a latest version; it is left out.")
            return nil
        }
        return entry
    }

    private func v1Latest(
        _ field: DocumentField
    ) -> (last: BuildVersion?, lastOS: AppVersion?, remind: Reminder)? {
        guard let object = document.object(field) else { return nil }
        checkKeys(of: object, known: ["version", "notification_type", "min_sdk"])
        if member("version", in: object) == nil {
            document.reportMissingKey("version", in: object, help: "write the latest version.")
        }
        return (
            member("version", in: object).flatMap { buildVersion($0.field) },
            member("min_sdk", in: object).flatMap { systemVersion($0.field) },
            member("notification_type", in: object).flatMap { frequency($0.field) } ?? .once
        )
    }

    // MARK: Values

    /// The member with the snake-case key in either spelling, unless it is null.
    private func member(_ key: String, in object: DocumentObject) -> DocumentObject.Entry? {
        let wanted = PrinceOfVersions.camelCased(key)
        return object.entries.first { PrinceOfVersions.camelCased($0.key) == wanted && !$0.field.isNull }
    }

    private func buildVersion(_ field: DocumentField) -> BuildVersion? {
        guard let text = document.text(field, wanted: "a version in quotes, such as \"2.4.5\" or \"2.4.5-731\"") else {
            return nil
        }
        guard let version = BuildVersion(text) else {
            findings.report(
                "bad-version", at: field,
                message:
                    "\(DocumentPath.quoted(text)) is not a version; write numbers and dots, and a build after a hyphen, "
                    + "e.g. \"2.4.5-731\".")
            return nil
        }
        return version
    }

    /// The oldest system. An unreadable one is ignored, as by clients of the format.
    private func systemVersion(_ field: DocumentField) -> AppVersion? {
        if case .string(let text) = field.node.value, let version = BuildVersion(text)?.version { return version }
        findings.report(
            "bad-version", severity: .warning, at: field,
            message:
                "The system version is not a readable version in quotes, so it is ignored, as by existing clients.")
        return nil
    }

    private func frequency(_ field: DocumentField) -> Reminder? {
        guard let text = document.text(field) else { return nil }
        switch text.lowercased() {
        case "always": return .always
        case "once": return .once
        default:
            document.reportUnknownWord(text, at: field, known: ["ALWAYS", "ONCE"])
            return nil
        }
    }
}
