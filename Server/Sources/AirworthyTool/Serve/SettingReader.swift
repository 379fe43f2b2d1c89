import Configuration
import PersistencePostgres

/// Reads settings. Options take precedence over the environment.
struct SettingReader {
    private let config: ConfigReader
    private let given: Set<String>

    init(options: [Setting: [String]], environment: [String: String]) {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (setting, texts) in options {
            let key = AbsoluteConfigKey(["airworthy"] + setting.components)
            values[key] = ConfigValue(
                setting == .signingKeys ? .stringArray(texts) : .string(texts.last ?? ""), isSecret: !setting.isShown)
        }
        config = ConfigReader(providers: [
            InMemoryProvider(name: "options", values: values),
            EnvironmentVariablesProvider(
                environmentVariables: environment,
                secretsSpecifier: .specific(Set(Setting.all.filter { !$0.isShown }.map(\.variable)))),
        ])
        .scoped(to: "airworthy")
        given = Set(options.keys.map(\.key))
    }

    /// Returns the text of a setting; `nil` if it is not set or empty.
    /// - Throws: ``ToolError`` with status 65.
    func text(_ setting: Setting) async throws(ToolError) -> String? {
        do {
            let text = try await config.fetchString(forKey: ConfigKey(setting.components), isSecret: !setting.isShown)
            return text.flatMap { $0.isEmpty ? nil : $0 }
        } catch {
            throw self.error(for: setting, "cannot be read")
        }
    }

    /// Returns the elements of a list, trimmed and without empty ones.
    /// - Throws: ``ToolError`` with status 65.
    func list(_ setting: Setting) async throws(ToolError) -> [String] {
        do {
            let key = ConfigKey(setting.components)
            let texts = try await config.fetchStringArray(forKey: key, isSecret: !setting.isShown) ?? []
            return texts.map(\.trimmed).filter { !$0.isEmpty }
        } catch {
            throw self.error(for: setting, "cannot be read as a list")
        }
    }

    /// Returns a number; `nil` if it is not set.
    /// - Throws: ``ToolError`` with status 65 unless it is a whole number in `range`.
    func number(_ setting: Setting, in range: ClosedRange<Int>) async throws(ToolError) -> Int? {
        guard let text = try await text(setting) else { return nil }
        guard text.isAllDigits, let number = Int(text),
            range.contains(number)
        else {
            let most = range.upperBound == .max ? "up" : "to \(range.upperBound)"
            throw error(for: setting, "`\(text.printable)` is not a number from \(range.lowerBound) \(most)")
        }
        return number
    }

    /// Returns the address of a server, without a slash at the end; `nil` if it is not set.
    /// - Throws: ``ToolError`` with status 65 unless it is an address.
    func address(_ setting: Setting, example: String) async throws(ToolError) -> String? {
        guard let text = try await text(setting) else { return nil }
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: text.hasPrefix), text.utf8.count > scheme.utf8.count,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.contains(where: { "?#@".contains($0) })
        else {
            throw error(
                for: setting, "not the address of a server; write for example \(example), without user or query")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Returns the address of the PostgreSQL database; `nil` if it is not set.
    /// - Throws: ``ToolError`` with status 65, also for a password on the command line.
    func database() async throws(ToolError) -> PostgresAddress? {
        let url = try await text(.databaseURL)
        let isOption = given.contains(Setting.databaseURL.key)
        return try DatabaseAddress.postgres(
            option: isOption ? url : nil, environment: isOption ? [:] : [DatabaseAddress.variable: url ?? ""])
    }

    /// Returns the error for an invalid setting, which names the option or the variable.
    func error(for setting: Setting, _ why: String) -> ToolError {
        let place = given.contains(setting.key) ? setting.option ?? setting.key : setting.variable
        return ToolError.badData("\(place): \(why)")
    }
}
