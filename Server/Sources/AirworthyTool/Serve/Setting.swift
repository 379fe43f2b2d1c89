/// A setting of `serve` with any type of value.
protocol AnySetting: Sendable {
    /// The name in `--print-config`, such as `http.port`.
    var key: String { get }
    /// The option, such as `--port`, if there is one.
    var option: String? { get }
    /// Whether it may be given several texts, in the environment separated by commas.
    var isList: Bool { get }
    var isSecret: Bool { get }
    var help: String { get }
    var defaultText: String { get }

    /// Reads a value from the texts that the setting was given.
    func value(of given: GivenTexts) throws(ToolError) -> any Sendable

    /// Returns the value for `--print-config`; `none` without one.
    func text(in settings: ServeSettings) -> String
}

extension AnySetting {
    /// The environment variable, such as `AIRWORTHY_HTTP_PORT`.
    var variable: String {
        var name = "AIRWORTHY_"
        var previous: Character = "."
        for character in key {
            // Like swift-configuration: a word begins where an upper-case letter follows a lower-case one.
            if character.isUppercase, previous.isLowercase { name += "_" }
            name += character == "." ? "_" : character.uppercased()
            previous = character
        }
        return name
    }
}

/// A setting of `serve`: its names, its default, and how its values are read and shown. ``Settings`` declares each one once.
struct Setting<Value: Sendable>: AnySetting {
    let key: String
    let option: String?
    let help: String
    /// The default; if it depends on other settings, that beside their defaults.
    let defaultValue: Value
    private let kind: SettingKind<Value>
    private var derivation: (@Sendable (ServeSettings) -> Value)?

    /// Declares a setting. `key` is its name in `--print-config`; `kind` has the range of numbers and their unit;
    /// `help` is for the documentation.
    init(_ key: String, as kind: SettingKind<Value>, option: String? = nil, default: Value, help: String) {
        self.key = key
        self.kind = kind
        self.option = option
        defaultValue = `default`
        self.help = help
    }

    /// Declares a setting without a default, which is neither a list nor a secret.
    init<Wrapped>(_ key: String, as kind: SettingKind<Wrapped>, option: String? = nil, help: String)
    where Value == Wrapped? {
        let optional = SettingKind<Wrapped?>(shown: { $0.flatMap(kind.shown) }, parse: kind.parse)
        self.init(key, as: optional, option: option, default: nil, help: help)
    }

    /// Returns this setting with a default that depends on other settings.
    func derived(_ derivation: @escaping @Sendable (ServeSettings) -> Value) -> Setting {
        var setting = self
        setting.derivation = derivation
        return setting
    }

    /// Returns the default beside the other settings of a server.
    func defaultValue(in settings: ServeSettings) -> Value { derivation?(settings) ?? defaultValue }

    var isList: Bool { kind.isList }
    var isSecret: Bool { kind.isSecret }
    var defaultText: String { kind.shown(defaultValue) ?? "none" }

    func value(of given: GivenTexts) throws(ToolError) -> any Sendable { try kind.parse(given) }

    func text(in settings: ServeSettings) -> String {
        guard let text = kind.shown(settings.value(of: self)) else { return "none" }
        return isSecret ? "(set, not shown)" : text
    }
}
