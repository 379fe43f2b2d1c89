public import AirworthyPolicy

/// A configuration of rwbutler/Updates for iOS: a hard minimum, a soft minimum, and a version to recommend.
///
/// With `check-for: automatically` the rule refers to the newest release of the catalog. With `manually` the file names
/// the version, which is then asserted.
///
/// ```swift
/// let file = UpdatesConfiguration.read(try JSONReader.read(bytes))
/// if let manifest = file.manifest { decide(manifest, for: installation, at: .now) }
/// ```
public enum UpdatesConfiguration {
    /// Reads a file as a policy and the release it asserts.
    ///
    /// - Parameters:
    ///   - document: The root node: the settings, or an object with the settings under `updates`.
    ///   - appleID: The Apple ID of the app; `nil` means the file's `app-store-id`.
    /// - Returns: The import. An unreadable setting is left out with a warning.
    public static func read(_ document: DocumentNode, appleID: Int? = nil) -> LegacyImport {
        UpdatesReader().read(DocumentField(document), appleID: appleID)
    }
}

private struct UpdatesReader {
    private static let keys = [
        "app-store-id", "build", "bundle-version", "check-for", "comparing", "min-optional-app-version",
        "min-os-required", "min-required-app-version", "notify", "release-notes", "update-type", "version",
    ]

    private enum UpdateType: String, CaseIterable {
        case hard, soft
    }

    private let document = DocumentReader()
    private var values: ValueReader { ValueReader(document) }
    private var findings: FindingCollector { document.findings }

    func read(_ root: DocumentField, appleID: Int?) -> LegacyImport {
        guard let object = document.object(root, wanted: "an object with \"updates\"") else {
            return LegacyImport(rejectedBy: document)
        }
        guard let field = object.present("updates") else {
            if object.entries.contains(where: { Self.keys.contains($0.key) }) { return read(object, appleID: appleID) }
            document.reportMissingKey("updates", in: object, help: "there is no setting in it.")
            return LegacyImport(rejectedBy: document)
        }
        guard let settings = document.object(field) else { return LegacyImport(rejectedBy: document) }
        return read(settings, appleID: appleID)
    }

    private func read(_ object: DocumentObject, appleID: Int?) -> LegacyImport {
        document.checkKeys(of: object, known: Self.keys, severity: .warning)
        for entry in object.entries where ["build", "bundle-version"].contains(entry.key) {
            document.reportDropped(
                entry,
                because: "\"\(entry.key)\" is left out: it describes the installed app, which reports that itself.")
        }
        let settings = settings(object)
        let id = setting("app-store-id", in: object, part: "The id") { document.text($0) }
            .flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let notes = setting("release-notes", in: object, part: "The text") { document.filledText($0) }
        let newest = [settings.hardMinimum, settings.softMinimum, settings.version].compactMap { $0 }.max()
        let release = newest.map { newest in
            Release.asserted(
                newest, platform: .ios, minimumOS: newest == settings.version ? settings.minimumOS : nil,
                notes: notes.map { LocalizedText($0) })
        }
        let isOff = settings.mode == .never
        let policy = Policy(appleID: appleID ?? id, rules: isOff ? [] : settings.rules)
        return document.legacyImport(policy, releases: isOff ? [] : [release].compactMap { $0 }, at: object.field)
    }

    /// Reads a setting, which is left out with a warning if it cannot be read.
    private func setting<Value>(
        _ key: String, in object: DocumentObject, part: String = "The setting", read: (DocumentField) -> Value?
    ) -> Value? {
        object.present(key).flatMap { field in findings.salvage(part) { read(field) } }
    }

    private func settings(_ object: DocumentObject) -> UpdatesSettings {
        func version(_ key: String) -> BuildVersion? {
            setting(key, in: object) { values.version($0) }.map { BuildVersion($0) }
        }
        var settings = UpdatesSettings()
        settings.mode =
            setting("check-for", in: object) { document.word($0, as: UpdatesSettings.Mode.self) } ?? .automatically
        settings.hardMinimum = version("min-required-app-version")
        settings.softMinimum = version("min-optional-app-version")
        settings.minimumOS = setting("min-os-required", in: object) { values.version($0) }
        settings.isHard = setting("update-type", in: object) { document.word($0, as: UpdateType.self) } == .hard
        settings.steps = Self.steps(from: setting("comparing", in: object) { smallestStep($0) } ?? .patch)
        settings.version = version("version")
        if let field = object.present("notify") { settings.remind = reminder(field) }
        if settings.mode == .automatically, settings.version != nil, let field = object["version"] {
            settings.version = nil
            findings.report(
                "not-carried", severity: .warning, at: field,
                message: "The version is left out: the App Store determines the newest one.")
        }
        if settings.mode == .manually, settings.version != nil, settings.minimumOS == nil {
            findings.report(
                "no-minimum-os", severity: .warning, at: object.field,
                message:
                    "Without a readable \"min-os-required\" existing clients recommend the version to no device, but "
                    + "Airworthy recommends it to all.")
        }
        return settings
    }

    /// Reads `minor`, or `minor-versions` as in older files.
    private func smallestStep(_ field: DocumentField) -> ChangeStep? {
        guard let text = document.text(field) else { return nil }
        let steps: [ChangeStep] = [.major, .minor, .patch, .build]
        if let step = steps.first(where: { text == $0.rawValue || text == "\($0.rawValue)-versions" }) { return step }
        document.reportUnknownWord(text, at: field, known: steps.map(\.rawValue))
        return nil
    }

    /// The step and every larger one.
    private static func steps(from smallest: ChangeStep) -> [ChangeStep] {
        Array(ChangeStep.allCases.prefix { $0 != smallest }) + [smallest]
    }

    private func reminder(_ field: DocumentField) -> Reminder? {
        let text = findings.salvage("The setting") { document.text(field) }
        switch text {
        case "never": return nil
        case "always": return .always
        case "once", nil: return .once
        case "twice", "thrice":
            findings.report(
                "not-carried", severity: .warning, at: field,
                message: "It becomes \"once\": Airworthy does not limit the number of reminders.")
        case let text?:
            findings.report(
                "bad-value", severity: .warning, at: field,
                message:
                    "\(DocumentPath.quoted(text)) is not a known value; it becomes \"once\", as in existing clients.")
        }
        return .once
    }
}

private struct UpdatesSettings {
    enum Mode: String, CaseIterable {
        case automatically, manually, never
    }

    var mode = Mode.automatically
    /// The interval between prompts; `nil` is never.
    var remind: Reminder? = .once
    /// The steps for which the version is recommended.
    var steps: [ChangeStep] = []
    var minimumOS: AppVersion?
    var hardMinimum: BuildVersion?
    var softMinimum: BuildVersion?
    var version: BuildVersion?
    var isHard = false

    var rules: [Rule] {
        var rules: [Rule] = []
        func add(_ id: String, when conditions: [Condition], effect: Effect) {
            rules.append(Rule(id: id, when: .every([.platform([.ios])] + conditions), effect: effect))
        }
        if let hardMinimum {
            add("hard-minimum", when: [.version(hardMinimum.below)], effect: Effect(update: .required))
        }
        if let softMinimum, hardMinimum.map({ $0 < softMinimum }) ?? true {
            var effect = Effect(update: .recommended)
            effect.remind = .always
            let range = hardMinimum?.upTo(softMinimum) ?? softMinimum.below
            add("soft-minimum", when: [.version(range)], effect: effect)
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
        add("version", when: Condition.os(.ios, atLeast: minimumOS) + [.version(range)], effect: effect)
        return rules
    }
}
