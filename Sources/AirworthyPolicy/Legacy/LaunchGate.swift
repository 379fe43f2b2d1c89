/// Files of LaunchGate: a required update, an optional one, and an alert, for iOS.
///
/// Versions compare as numbers here, where clients in the field compare text. An alert that blocks has no end, and a
/// maintenance needs one, so alerts are not carried as one: they are handed on as they are under ``alertKey``.
public enum LaunchGate {
    /// Where the policy's `meta` has the alert.
    public static let alertKey = "alert"

    static let keys = ["requiredUpdate", "optionalUpdate", alertKey]

    /// Reads a file as a policy and the release it asserts.
    ///
    /// - Parameters:
    ///   - document: The root node.
    ///   - appleID: The Apple ID of the app, which leads to its page. The format does not say where the update is.
    /// - Returns: The import. It has no policy if there is nothing for iOS. An update that cannot be read is left out
    ///   with a warning.
    public static func read(_ document: DocumentNode, appleID: Int? = nil) -> LegacyImport {
        let reader = LaunchGateReader()
        let root = DocumentField(document)
        guard let object = reader.document.object(root, wanted: "an object with \"ios\"") else {
            return LegacyImport(policy: nil, findings: reader.findings.all)
        }
        for entry in object.entries where entry.key != "ios" {
            reader.document.notCarried(entry, "It is not carried: only \"ios\" is for a platform of ours.")
        }
        let ios = reader.document.required("ios", in: object, help: "there is nothing for iOS in it.") {
            reader.document.object($0)
        }
        guard let ios else { return LegacyImport(policy: nil, findings: reader.findings.sorted) }
        return reader.launchGate(ios, appleID)
    }

    fileprivate struct Update {
        var version: BuildVersion
        var message: LocalizedText?
    }
}

private struct LaunchGateReader {
    let document = DocumentReader()
    private var values: ValueReader { ValueReader(document) }
    var findings: FindingCollector { document.findings }

    func launchGate(_ object: DocumentObject, _ appleID: Int?) -> LegacyImport {
        document.checkKeys(of: object, known: LaunchGate.keys, severity: .warning)
        let required = update("requiredUpdate", "minimumVersion", in: object)
        let optional = update("optionalUpdate", "optionalVersion", in: object)
        var rules: [Rule] = []
        func add(_ id: String, _ level: UpdateLevel, _ range: VersionRange, _ message: LocalizedText?) {
            var effect = Effect(update: level)
            effect.message = message
            if level == .recommended { effect.remind = .once }
            rules.append(Rule(id: id, when: .all([.platform([.ios]), .version(range)]), effect: effect))
        }
        if let required { add("required-update", .required, required.version.below, required.message) }
        if let optional, required.map({ $0.version < optional.version }) ?? true {
            let range = required?.version.upTo(optional.version) ?? optional.version.below
            add("optional-update", .recommended, range, optional.message)
        }
        var policy = Policy(appleID: appleID, rules: rules)
        policy.meta = alert(in: object).map { JSONObject([.init(key: LaunchGate.alertKey, value: .object($0))]) }
        let newest = [required, optional].compactMap { $0?.version }.max()
        return document.legacyImport(policy, newest.map { [.asserted(.ios, $0)] } ?? [], at: object.field)
    }

    private func update(_ key: String, _ versionKey: String, in object: DocumentObject) -> LaunchGate.Update? {
        guard let field = object.present(key) else { return nil }
        return findings.salvage("The update") {
            guard let object = document.object(field) else { return nil }
            document.checkKeys(of: object, known: [versionKey, "message"], severity: .warning)
            let version = document.required(versionKey, in: object, help: "write a version, e.g. \"1.2\".") {
                values.version($0)
            }
            let text = object.present("message").flatMap { document.text($0) }
            return version.map {
                LaunchGate.Update(
                    version: BuildVersion($0), message: text.flatMap { $0.isEmpty ? nil : LocalizedText($0) })
            }
        }
    }

    private func alert(in object: DocumentObject) -> JSONObject? {
        guard let field = object.present(LaunchGate.alertKey) else { return nil }
        guard case .object(let alert) = field.node.jsonValue else {
            findings.report(
                "wrong-type", severity: .warning, at: field,
                message: "It is \(field.node.kindName), not an object; it is left out.")
            return nil
        }
        let why =
            alert["blocking"]?.boolValue == true
            ? "A blocking alert has no end, and a maintenance needs one, so nobody is blocked: write a rule with "
                + "\"maintenance\": {\"until\": …} in its place."
            : "An alert is no update and nothing shows it by itself."
        findings.report(
            "not-carried", severity: .warning, at: field,
            message: "\(why) The app finds it in the decision's meta.alert.")
        return alert
    }
}
