/// Configurations of rwbutler/Updates, for iOS: a hard and a soft minimum, and a version worth a prompt.
///
/// `check-for: automatically` asks the App Store, so its rule is about the newest release of a catalog; `manually`
/// names the version, which is then asserted.
public enum UpdatesConfiguration {
    /// Reads a file as a policy and the release it asserts.
    ///
    /// - Parameters:
    ///   - document: The root node: the settings, or an object that has them under `updates`.
    ///   - appleID: The Apple ID of the app; without one the file's `app-store-id` counts.
    /// - Returns: The import. A setting that cannot be read is left out with a warning.
    public static func read(_ document: DocumentNode, appleID: Int? = nil) -> LegacyImport {
        let reader = UpdatesConfigurationReader()
        let root = DocumentField(document)
        guard let object = reader.document.object(root, wanted: "an object with \"updates\"") else {
            return LegacyImport(policy: nil, findings: reader.findings.all)
        }
        guard let field = object.present("updates") else {
            if object.entries.contains(where: { keys.contains($0.key) }) {
                return reader.updatesConfiguration(object, appleID)
            }
            reader.document.reportMissingKey("updates", in: object, help: "there is no setting in it.")
            return LegacyImport(policy: nil, findings: reader.findings.all)
        }
        guard let settings = reader.document.object(field) else {
            return LegacyImport(policy: nil, findings: reader.findings.all)
        }
        return reader.updatesConfiguration(settings, appleID)
    }

    fileprivate static let keys = [
        "app-store-id", "build", "bundle-version", "check-for", "comparing", "min-optional-app-version",
        "min-os-required", "min-required-app-version", "notify", "release-notes", "update-type", "version",
    ]

    fileprivate enum Mode: String, CaseIterable {
        case automatically, manually, never
    }

    fileprivate struct Settings {
        var mode = Mode.automatically
        /// How often to bring a version up; `nil` is never.
        var remind: Reminder? = .once
        var steps: [ChangeStep] = []
        var minimumOS: AppVersion?
        var hardMinimum: BuildVersion?
        var softMinimum: BuildVersion?
        var version: BuildVersion?
        var isHard = false
    }
}

private struct UpdatesConfigurationReader {
    let document = DocumentReader()
    private var values: ValueReader { ValueReader(document) }
    var findings: FindingCollector { document.findings }

    func updatesConfiguration(_ object: DocumentObject, _ appleID: Int?) -> LegacyImport {
        document.checkKeys(of: object, known: UpdatesConfiguration.keys, severity: .warning)
        for entry in object.entries where ["build", "bundle-version"].contains(entry.key) {
            document.notCarried(
                entry, "\"\(entry.key)\" is not carried: it is about the installed copy, which tells that itself.")
        }
        let settings = settings(object)
        let id = object.present("app-store-id").flatMap { field in
            findings.salvage("The id") { document.text(field) }.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        }
        let notes = object.present("release-notes").flatMap { field in
            findings.salvage("The text") { document.filledText(field) }
        }
        let newest = [settings.hardMinimum, settings.softMinimum, settings.version].compactMap { $0 }.max()
        let release = newest.map { newest in
            let isVersion = newest == settings.version
            return Release.asserted(
                .ios, newest, minimumOS: isVersion ? settings.minimumOS : nil, notes: notes.map { LocalizedText($0) })
        }
        let policy = Policy(appleID: appleID ?? id, rules: settings.mode == .never ? [] : settings.rules)
        return document.legacyImport(
            policy, settings.mode == .never ? [] : [release].compactMap { $0 }, at: object.field)
    }

    private func settings(_ object: DocumentObject) -> UpdatesConfiguration.Settings {
        var settings = UpdatesConfiguration.Settings()
        func read<Value>(_ key: String, read: (DocumentField) -> Value?) -> Value? {
            object.present(key).flatMap { field in findings.salvage("The setting") { read(field) } }
        }
        settings.mode = read("check-for") { document.word($0, as: UpdatesConfiguration.Mode.self) } ?? .automatically
        settings.hardMinimum = read("min-required-app-version") { values.version($0) }.map { BuildVersion($0) }
        settings.softMinimum = read("min-optional-app-version") { values.version($0) }.map { BuildVersion($0) }
        settings.minimumOS = read("min-os-required") { values.version($0) }
        settings.isHard = read("update-type") { document.word($0, as: UpdateType.self) } == .hard
        settings.steps = (read("comparing") { significance($0) } ?? .patch).andLarger
        settings.version = read("version") { values.version($0) }.map { BuildVersion($0) }
        if let field = object.present("notify") { settings.remind = notify(field) }
        if settings.mode == .automatically, settings.version != nil, let field = object["version"] {
            settings.version = nil
            findings.report(
                "not-carried", severity: .warning, at: field,
                message: "The App Store is asked, so the version here does not count.")
        }
        if settings.mode == .manually, settings.version != nil, settings.minimumOS == nil {
            findings.report(
                "no-minimum-os", severity: .warning, at: object.field,
                message: "Without a readable \"min-os-required\" clients in the field tell nobody of the version; here "
                    + "everybody is told.")
        }
        return settings
    }

    private enum UpdateType: String, CaseIterable {
        case hard, soft
    }

    /// `minor`, or `minor-versions` in older files.
    private func significance(_ field: DocumentField) -> ChangeStep? {
        guard let text = document.text(field) else { return nil }
        let steps: [ChangeStep] = [.major, .minor, .patch, .build]
        if let step = steps.first(where: { text == $0.rawValue || text == "\($0.rawValue)-versions" }) { return step }
        document.reportUnknownWord(text, at: field, known: steps.map(\.rawValue))
        return nil
    }

    private func notify(_ field: DocumentField) -> Reminder? {
        let text = findings.salvage("The setting") { document.text(field) }
        switch text {
        case "never": return nil
        case "always": return .always
        case "once", nil: return .once
        case "twice", "thrice":
            findings.report(
                "not-carried", severity: .warning, at: field,
                message: "It is carried as once: a count of reminders cannot be said.")
        case let text?:
            findings.report(
                "bad-value", severity: .warning, at: field,
                message:
                    "\(DocumentPath.quoted(text)) is not known here; it is carried as once, as clients in the field do."
            )
        }
        return .once
    }
}

extension ChangeStep {
    /// This step and every larger one.
    fileprivate var andLarger: [ChangeStep] {
        let all = ChangeStep.allCases
        return Array(all.prefix { $0 != self }) + [self]
    }
}

extension UpdatesConfiguration.Settings {
    fileprivate var rules: [Rule] {
        var rules: [Rule] = []
        func add(_ id: String, _ conditions: [Condition], _ effect: Effect) {
            rules.append(Rule(id: id, when: .every([.platform([.ios])] + conditions), effect: effect))
        }
        if let hardMinimum { add("hard-minimum", [.version(hardMinimum.below)], Effect(update: .required)) }
        if let softMinimum, hardMinimum.map({ $0 < softMinimum }) ?? true {
            var effect = Effect(update: .recommended)
            effect.remind = .always
            add("soft-minimum", [.version(hardMinimum?.upTo(softMinimum) ?? softMinimum.below)], effect)
        }
        let range = version?.below ?? (mode == .automatically ? try? VersionRange("<latest") : nil)
        guard let remind, let range else { return rules }
        let level = isHard ? UpdateLevel.required : .recommended
        var effect = Effect()
        if steps.count == ChangeStep.allCases.count {
            effect.update = level
        } else {
            for step in steps { effect.perChange[step] = level }
        }
        effect.remind = remind
        add("version", Condition.os(.ios, atLeast: minimumOS) + [.version(range)], effect)
        return rules
    }
}
