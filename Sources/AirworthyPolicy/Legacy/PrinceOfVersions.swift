/// Configuration files of Prince of Versions, v1 and v2.
///
/// For each platform the first of these counts: an array under `ios`, an array or an object under `ios2`, a v1 object
/// under `ios`. In v2 the first entry whose requirements are all met decides, even when it asks for nothing, so each
/// entry ends in a rule that exempts. Versions are `V-N`: version V, build N, both compared.
public enum PrinceOfVersions {
    /// The platforms of the format that are ours too.
    public static let platforms: [Platform] = [.ios, .macos]

    /// Reads a file as a policy and the releases it asserts.
    ///
    /// - Parameters:
    ///   - document: The root node. Read it with ``LegacyFormat/readerOptions``: real files have trailing commas.
    ///   - platforms: The platforms to carry, of ``platforms``. The others are reported.
    ///   - appleID: The Apple ID of the app, which leads to its page. The format does not say where the update is.
    /// - Returns: The import. It has no policy if none of the platforms is there, or not one of their entries can be
    ///   read. An entry that cannot be read is left out with a warning, and the others stay.
    public static func read(
        _ document: DocumentNode, platforms: [Platform] = PrinceOfVersions.platforms, appleID: Int? = nil
    ) -> LegacyImport {
        let reader = PrinceOfVersionsReader()
        let root = DocumentField(document)
        guard
            let object = reader.document.object(
                root, wanted: "an object with \"ios\", \"ios2\", \"macos\" or \"macos2\"")
        else {
            return LegacyImport(policy: nil, findings: reader.findings.all)
        }
        return reader.princeOfVersions(object, platforms: platforms, appleID: appleID)
    }

    /// The spelling a client of the format looks keys up in: `required_os_version` is `requiredOsVersion`.
    static func camelCased(_ key: String) -> String {
        let words = key.split(separator: "_")
        guard let first = words.first, words.count > 1 else { return key }
        return first.lowercased()
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined()
    }
}

extension DocumentObject {
    /// The member with the snake-case key, in either spelling, unless it is null.
    func entry(_ key: String) -> Entry? {
        let wanted = PrinceOfVersions.camelCased(key)
        return entries.first { PrinceOfVersions.camelCased($0.key) == wanted && !$0.field.isNull }
    }
}

/// What one entry of v2 or the object of v1 says, for one platform.
struct PrinceEntry {
    var id: String
    var platform: Platform
    /// What must be met for the entry to count, apart from the platform.
    var requirements: [Condition] = []
    /// Below it the update is required.
    var required: BuildVersion?
    /// The oldest system on which ``required`` counts (v1).
    var requiredOS: AppVersion?
    /// Below it the update is recommended.
    var last: BuildVersion?
    /// The oldest system on which ``last`` counts (v1).
    var lastOS: AppVersion?
    var remind = Reminder.once
    var meta: JSONObject?
    /// Whether nothing below counts once the requirements are met (v2).
    var isFinal = true

    /// The version people are sent to.
    var offered: BuildVersion? { [required, last].compactMap { $0 }.max() }

    /// What the entry asserts to be on the App Store.
    var releases: [Release] {
        guard let offered else { return [] }
        guard let last, offered == last else { return [.asserted(platform, offered, minimumOS: requiredOS)] }
        let newest = Release.asserted(platform, last, minimumOS: lastOS)
        // Where the newest does not run, the oldest that may stay is what such a device gets.
        guard lastOS != nil, let required, required < last else { return [newest] }
        return [newest, .asserted(platform, required, minimumOS: requiredOS)]
    }

    /// The rules in order: required, recommended, and in v2 one that stops the search.
    ///
    /// - Parameter newest: The newest version any entry of the platform offers. An entry that offers an older one names
    ///   it as the target.
    /// - Returns: One to three rules.
    func rules(newest: BuildVersion?) -> [Rule] {
        let scope = [.platform([platform])] + requirements
        let target = offered == newest ? nil : offered.map { UpdateTarget(version: $0.version, build: $0.build) }
        var rules: [Rule] = []
        func add(_ suffix: String, _ update: UpdateLevel, _ conditions: [Condition]) {
            var effect = Effect(update: update)
            if update != .none { effect.target = target }
            if update == .recommended { effect.remind = remind }
            rules.append(Rule(id: "\(id)-\(suffix)", when: .every(scope + conditions), effect: effect, meta: meta))
        }
        if let required {
            add("required", .required, Condition.os(platform, atLeast: requiredOS) + [.version(required.below)])
        }
        if let last, required.map({ $0 < last }) ?? true {
            let range = floor.map { $0.upTo(last) } ?? last.below
            add("recommended", .recommended, Condition.os(platform, atLeast: lastOS) + [.version(range)])
        }
        if isFinal { add("current", .none, required.map { [.version($0.andLater)] } ?? []) }
        return rules
    }

    /// Where the recommended rule starts: above what the required one takes, if that counts on every system this one
    /// counts on.
    private var floor: BuildVersion? {
        guard let requiredOS else { return required }
        return lastOS.map { $0 >= requiredOS } ?? false ? required : nil
    }
}
