import Configuration

/// Reads settings from the options of the command and from the environment, in this order.
struct SettingReader {
    private let config: ConfigReader
    private let given: Set<String>

    /// - Parameters:
    ///   - options: What was given on the command line, by the key of the setting.
    ///   - environment: The environment.
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

    /// The text of a setting; one that is empty counts as not set.
    /// - Throws: ``ToolError`` with status 65.
    func text(_ setting: Setting) async throws(ToolError) -> String? {
        do {
            let text = try await config.fetchString(forKey: ConfigKey(setting.components), isSecret: !setting.isShown)
            return text.flatMap { $0.isEmpty ? nil : $0 }
        } catch {
            throw wrong(setting, "cannot be read")
        }
    }

    /// The texts of a setting that is a list, without blanks around them; none are empty.
    /// - Throws: ``ToolError`` with status 65.
    func list(_ setting: Setting) async throws(ToolError) -> [String] {
        do {
            let key = ConfigKey(setting.components)
            let texts = try await config.fetchStringArray(forKey: key, isSecret: !setting.isShown) ?? []
            return texts.map { $0.trimmingBlanks }.filter { !$0.isEmpty }
        } catch {
            throw wrong(setting, "cannot be read as a list")
        }
    }

    /// A number.
    /// - Throws: ``ToolError`` with status 65 for anything but a whole number in `range`.
    func number(_ setting: Setting, in range: ClosedRange<Int>) async throws(ToolError) -> Int? {
        guard let text = try await text(setting) else { return nil }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(text),
            range.contains(number)
        else {
            let most = range.upperBound == .max ? "up" : "to \(range.upperBound)"
            throw wrong(setting, "`\(text.printable)` is no number from \(range.lowerBound) \(most)")
        }
        return number
    }

    /// The address of a server, without a slash at its end.
    /// - Throws: ``ToolError`` with status 65 for what is none.
    func address(_ setting: Setting, such example: String) async throws(ToolError) -> String? {
        guard let text = try await text(setting) else { return nil }
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: text.hasPrefix), text.utf8.count > scheme.utf8.count,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.contains(where: { "?#@".contains($0) })
        else { throw wrong(setting, "is no address of a server; write e.g. \(example), without user or query") }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// What is wrong with a setting, where it was set.
    func wrong(_ setting: Setting, _ why: String) -> ToolError {
        let place = given.contains(setting.key) ? setting.option ?? setting.key : setting.variable
        return ToolError(.badData, "\(place): \(why)")
    }
}

extension String {
    /// Without spaces and tabs at both ends.
    var trimmingBlanks: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let tail = drop(while: isBlank)
        return String(tail.lastIndex { !isBlank($0) }.map { tail[...$0] } ?? "")
    }
}
