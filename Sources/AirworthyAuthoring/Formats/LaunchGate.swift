public import AirworthyPolicy

/// A file of LaunchGate for iOS: a required update, an optional one, and an alert.
///
/// Versions compare as numbers here, where existing clients compare text. An alert that blocks has no end, which a
/// maintenance needs, so an alert does not become a maintenance. The app finds it in the decision's `meta` under
/// ``alertKey``.
///
/// ```swift
/// let file = LaunchGate.read(try JSONReader.read(bytes), appleID: 42)
/// for finding in file.findings { print(finding.path, finding.message) }
/// ```
public enum LaunchGate {
    /// The key of the alert in the policy's `meta`.
    public static let alertKey = "alert"

    static let keys = ["requiredUpdate", "optionalUpdate", alertKey]

    /// Reads a file as a policy and the release it asserts.
    ///
    /// - Parameters:
    ///   - document: The root node.
    ///   - appleID: The Apple ID of the app, which leads to its page. The format has no URL.
    /// - Returns: The import, without a policy if the file has nothing for iOS. An unreadable update is left out with a
    ///   warning.
    public static func read(_ document: DocumentNode, appleID: Int? = nil) -> LegacyImport {
        let reader = LaunchGateReader()
        return reader.read(DocumentField(document), appleID: appleID)
    }
}

private struct LaunchGateReader {
    private struct Update {
        var version: BuildVersion
        var message: LocalizedText?
    }

    private let document = DocumentReader()
    private var values: ValueReader { ValueReader(document) }

    func read(_ root: DocumentField, appleID: Int?) -> LegacyImport {
        guard let object = document.object(root, wanted: "an object with \"ios\"") else {
            return LegacyImport(rejectedBy: document)
        }
        for entry in object.entries where entry.key != "ios" {
            document.reportDropped(entry, because: "It is left out: Airworthy only supports the platform \"ios\" here.")
        }
        let ios = document.required("ios", in: object, help: "there is nothing for iOS in it.") { document.object($0) }
        guard let ios else { return LegacyImport(rejectedBy: document) }
        return read(ios, appleID: appleID)
    }

    private func read(_ object: DocumentObject, appleID: Int?) -> LegacyImport {
        document.checkKeys(of: object, known: LaunchGate.keys, severity: .warning)
        let required = update("requiredUpdate", versionKey: "minimumVersion", in: object)
        let optional = update("optionalUpdate", versionKey: "optionalVersion", in: object)
        var rules: [Rule] = []
        if let required {
            rules.append(rule(id: "required-update", level: .required, for: required, in: required.version.below))
        }
        if let optional, required.map({ $0.version < optional.version }) ?? true {
            let range = required?.version.upTo(optional.version) ?? optional.version.below
            rules.append(rule(id: "optional-update", level: .recommended, for: optional, in: range))
        }
        var policy = Policy(appleID: appleID, rules: rules)
        policy.meta = alert(in: object).map { JSONObject([.init(key: LaunchGate.alertKey, value: .object($0))]) }
        let newest = [required, optional].compactMap { $0?.version }.max()
        return document.legacyImport(
            policy, releases: newest.map { [.asserted($0, platform: .ios)] } ?? [], at: object.field)
    }

    private func rule(id: String, level: UpdateLevel, for update: Update, in range: VersionRange) -> Rule {
        var effect = Effect(update: level)
        effect.message = update.message
        if level == .recommended { effect.remind = .once }
        return Rule(id: id, when: .all([.platform([.ios]), .version(range)]), effect: effect)
    }

    private func update(_ key: String, versionKey: String, in object: DocumentObject) -> Update? {
        guard let field = object.present(key) else { return nil }
        return document.findings.salvage("The update") {
            guard let object = document.object(field) else { return nil }
            document.checkKeys(of: object, known: [versionKey, "message"], severity: .warning)
            let version = document.required(versionKey, in: object, help: "write a version, e.g. \"1.2\".") {
                values.version($0)
            }
            let text = object.present("message").flatMap { document.text($0) }
            return version.map {
                Update(version: BuildVersion($0), message: text.flatMap { $0.isEmpty ? nil : LocalizedText($0) })
            }
        }
    }

    private func alert(in object: DocumentObject) -> JSONObject? {
        guard let field = object.present(LaunchGate.alertKey) else { return nil }
        guard let alert = document.objectOrDrop(field) else { return nil }
        let reason =
            alert["blocking"]?.boolValue == true
            ? "A blocking alert has no end, which a maintenance needs, so it blocks no installation: write a rule with "
                + "\"maintenance\": {\"until\": …} instead."
            : "Airworthy does not show alerts."
        document.findings.report(
            "not-carried", severity: .warning, at: field,
            message: "\(reason) The app finds it in the decision's meta.alert.")
        return alert
    }
}
