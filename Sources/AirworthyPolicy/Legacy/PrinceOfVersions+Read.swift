/// What one platform's part of a file comes to.
private struct PrinceSection {
    var entries: [PrinceEntry] = []
    /// Whether an entry was left out.
    var lost = false
}

struct PrinceOfVersionsReader {
    let document = DocumentReader()
    private var values: ValueReader { ValueReader(document) }
    var findings: FindingCollector { document.findings }

    func princeOfVersions(_ object: DocumentObject, platforms: [Platform], appleID: Int?) -> LegacyImport {
        checkPrinceKeys(of: object, platforms)
        let sections = PrinceOfVersions.platforms.filter { platforms.contains($0) }.compactMap { platform in
            princeSection(platform, in: object)
        }
        if sections.isEmpty {
            let names = platforms.map(\.displayName).orList
            findings.report("data-not-found", at: object.field, message: "There is nothing in it for \(names).")
        } else if sections.allSatisfy(\.entries.isEmpty), sections.contains(where: \.lost) {
            findings.report("data-not-found", at: object.field, message: "Not one entry could be read.")
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
        let policy = Policy(
            appleID: appleID, rules: rules, meta: object.present("meta").flatMap { princeMeta($0) })
        return document.legacyImport(policy, releases, at: object.field)
    }

    private func checkPrinceKeys(of object: DocumentObject, _ platforms: [Platform]) {
        let mine = PrinceOfVersions.platforms.flatMap { [$0.description, "\($0)2"] }
        for entry in object.entries {
            switch entry.key {
            case "meta": break
            case _ where mine.contains(entry.key):
                if !platforms.contains(where: { entry.key == $0.description || entry.key == "\($0)2" }) {
                    document.notCarried(entry, "\"\(entry.key)\" is not carried: that platform was not asked for.")
                }
            case "android", "android2", "jvm":
                document.notCarried(entry, "\"\(entry.key)\" is not carried: that platform is none of ours.")
            default: document.reportUnknownKey(entry, known: mine + ["meta"], severity: .warning)
            }
        }
    }

    /// The reading order; `nil` if the file says nothing about the platform.
    private func princeSection(_ platform: Platform, in object: DocumentObject) -> PrinceSection? {
        let old = object.present(platform.description)
        let new = object.present("\(platform)2")
        if let old, case .array = old.node.value {
            if let new { shadowed(new, "the array under \"\(platform)\" comes first") }
            return princeEntries(old, platform)
        }
        switch new?.node.value {
        case .array?, .object?:
            if let old { shadowed(old, "\"\(platform)2\" comes first; it is for older clients") }
            return new.map { princeEntries($0, platform) }
        case nil: break
        default: new.map { wrongPrinceType($0) }
        }
        guard let old else { return nil }
        guard case .object = old.node.value else {
            wrongPrinceType(old)
            return nil
        }
        let entry = princeV1(old, platform)
        return PrinceSection(entries: entry.map { [$0] } ?? [], lost: entry == nil)
    }

    private func shadowed(_ field: DocumentField, _ why: String) {
        findings.report("not-carried", severity: .note, at: field, message: "\"\(field.path)\" is not read: \(why).")
    }

    private func wrongPrinceType(_ field: DocumentField) {
        findings.report(
            "wrong-type", severity: .warning, at: field,
            message: "It is \(field.node.kindName), not a list of entries; it is left out.")
    }

    // MARK: v2

    private func princeEntries(_ field: DocumentField, _ platform: Platform) -> PrinceSection {
        var fields = [field]
        if case .array(let nodes) = field.node.value { fields = nodes.enumerated().map { field.element($1, at: $0) } }
        var section = PrinceSection()
        var named: Set<String> = []
        for (index, field) in fields.enumerated() {
            let entry = findings.salvage("The entry") { princeEntry(field, platform, "\(platform)-\(index + 1)") }
            guard let entry else {
                section.lost = true
                continue
            }
            section.entries.append(entry)
            for case .attribute(let name, _, _) in entry.requirements where named.insert(name).inserted {
                findings.report(
                    "requirement-as-attribute", severity: .note, at: field,
                    message:
                        "The requirement \(DocumentPath.quoted(name)) becomes a condition that the attribute of that name is "
                        + "equal to the value; an app with another kind of check sets the attribute accordingly.")
            }
        }
        return section
    }

    private func princeEntry(_ field: DocumentField, _ platform: Platform, _ id: String) -> PrinceEntry? {
        guard let object = document.object(field, wanted: "an entry, which is an object") else { return nil }
        let known = [
            "required_version", "last_version_available", "notify_last_version_frequency", "requirements", "meta",
        ]
        checkPrinceKeys(of: object, known: known)
        var entry = PrinceEntry(id: id, platform: platform)
        entry.required = object.entry("required_version").flatMap { buildVersion($0.field) }
        entry.last = object.entry("last_version_available").flatMap { buildVersion($0.field) }
        entry.remind = object.entry("notify_last_version_frequency").flatMap { frequency($0.field) } ?? .once
        entry.requirements = object.entry("requirements").map { requirements($0.field, platform) } ?? []
        entry.meta = object.entry("meta").flatMap { princeMeta($0.field) }
        if object.entry("required_version") == nil, object.entry("last_version_available") == nil {
            document.reportMissingKey(
                "required_version", in: object, help: "write it, or \"last_version_available\", or both.")
        }
        return entry
    }

    private func checkPrinceKeys(of object: DocumentObject, known: [String]) {
        let spellings = Set(known.map { PrinceOfVersions.camelCased($0) })
        for entry in object.entries where !spellings.contains(PrinceOfVersions.camelCased(entry.key)) {
            document.reportUnknownKey(entry, known: known, severity: .warning)
        }
    }

    private func requirements(_ field: DocumentField, _ platform: Platform) -> [Condition] {
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

    private func princeV1(_ field: DocumentField, _ platform: Platform) -> PrinceEntry? {
        guard let object = document.object(field) else { return nil }
        checkPrinceKeys(of: object, known: ["minimum_version", "minimum_version_min_sdk", "latest_version"])
        var entry = PrinceEntry(id: platform.description, platform: platform, isFinal: false)
        if let minimum = object.entry("minimum_version") {
            entry.required = findings.salvage("The minimum") { buildVersion(minimum.field) }
            entry.requiredOS = object.entry("minimum_version_min_sdk").flatMap { systemVersion($0.field) }
        }
        if let latest = object.entry("latest_version") {
            let part = findings.salvage("The latest version") { princeLatest(latest.field) }
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

    private func princeLatest(
        _ field: DocumentField
    ) -> (last: BuildVersion?, lastOS: AppVersion?, remind: Reminder)? {
        guard let object = document.object(field) else { return nil }
        checkPrinceKeys(of: object, known: ["version", "notification_type", "min_sdk"])
        if object.entry("version") == nil {
            document.reportMissingKey("version", in: object, help: "write the latest version.")
        }
        return (
            object.entry("version").flatMap { buildVersion($0.field) },
            object.entry("min_sdk").flatMap { systemVersion($0.field) },
            object.entry("notification_type").flatMap { frequency($0.field) } ?? .once
        )
    }

    // MARK: Values

    private func buildVersion(_ field: DocumentField) -> BuildVersion? {
        guard let text = document.text(field, wanted: "a version in quotes, such as \"2.4.5\" or \"2.4.5-731\"") else {
            return nil
        }
        guard let version = BuildVersion(text) else {
            findings.report(
                "bad-version", at: field,
                message:
                    "\(DocumentPath.quoted(text)) is not a version; write numbers and dots, and a build behind a hyphen, "
                    + "e.g. \"2.4.5-731\".")
            return nil
        }
        return version
    }

    /// The oldest system. One that cannot be read is ignored, as clients of the format do.
    private func systemVersion(_ field: DocumentField) -> AppVersion? {
        if case .string(let text) = field.node.value, let version = BuildVersion(text)?.version { return version }
        findings.report(
            "bad-version", severity: .warning, at: field,
            message:
                "The system version is no readable version in quotes, so it is ignored, as clients in the field do.")
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

    private func princeMeta(_ field: DocumentField) -> JSONObject? {
        if case .object(let meta) = field.node.jsonValue { return meta }
        findings.report(
            "wrong-type", severity: .warning, at: field,
            message: "It is \(field.node.kindName), not an object; it is left out.")
        return nil
    }
}
