import Configuration

/// Reads settings. Options take precedence over the environment.
struct SettingReader {
    private let config: ConfigReader
    private let options: Set<String>

    /// Creates a reader of the texts of options, by the key of their setting, and of the environment.
    init(options: [String: [String]], environment: [String: String]) {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for setting in Settings.all {
            guard let texts = options[setting.key] else { continue }
            values[AbsoluteConfigKey(["airworthy"] + ConfigKey(setting.key).components)] = ConfigValue(
                setting.isList ? .stringArray(texts) : .string(texts.last ?? ""), isSecret: setting.isSecret)
        }
        config = ConfigReader(providers: [
            InMemoryProvider(name: "options", values: values),
            EnvironmentVariablesProvider(
                environmentVariables: environment,
                secretsSpecifier: .specific(Set(Settings.all.filter(\.isSecret).map(\.variable)))),
        ])
        .scoped(to: "airworthy")
        self.options = Set(options.keys)
    }

    /// Reads the settings that are given, by key. Empty texts count as not given.
    func values() async throws(ToolError) -> [String: any Sendable] {
        var values: [String: any Sendable] = [:]
        for setting in Settings.all {
            let given = GivenTexts(all: try await texts(of: setting), place: place(of: setting))
            if !given.all.isEmpty { values[setting.key] = try setting.value(of: given) }
        }
        return values
    }

    private func texts(of setting: any AnySetting) async throws(ToolError) -> [String] {
        let key = ConfigKey(setting.key)
        do {
            guard setting.isList else {
                let text = try await config.fetchString(forKey: key, isSecret: setting.isSecret) ?? ""
                return text.isEmpty ? [] : [text]
            }
            let texts = try await config.fetchStringArray(forKey: key, isSecret: setting.isSecret) ?? []
            return texts.map(\.trimmed).filter { !$0.isEmpty }
        } catch {
            throw self.error(for: setting, setting.isList ? "cannot be read as a list" : "cannot be read")
        }
    }

    private func place(of setting: any AnySetting) -> String {
        options.contains(setting.key) ? setting.option ?? setting.key : setting.variable
    }

    /// Returns the error for an invalid setting, which names the option or the variable.
    func error(for setting: any AnySetting, _ why: String) -> ToolError {
        .badData("\(place(of: setting)): \(why)")
    }
}
