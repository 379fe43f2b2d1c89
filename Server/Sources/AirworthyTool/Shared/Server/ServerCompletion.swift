import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// What a shell offers for the names that only a server knows. The completion scripts ask for it when somebody presses Tab.
///
/// The server and the token are those of the typed options and the environment. Whatever goes wrong, nothing is offered:
/// a prompt is no place for errors.
extension CompletionKind {
    /// The names of the apps that the token may see.
    static var apps: CompletionKind {
        .custom { words, _, _ async in
            await TypedCommand(words).ask(.get("apps")) { answer in
                answer["apps"]?.arrayValue?.compactMap { $0["slug"]?.stringValue }
            }
        }
    }

    /// The numbers of the policies that were published for the app of `--app`, the newest first.
    static var policies: CompletionKind {
        .custom { words, _, _ async in
            let command = TypedCommand(words)
            guard let app = command.value(of: "--app"), AppSlug.isValid(app) else { return [] }
            return await command.ask(.get("apps", app, "history").adding(query: "limit", value: "50")) { answer in
                let numbers = answer["revisions"]?.arrayValue?.compactMap { $0["policyVersion"]?.intValue } ?? []
                return numbers.reduce(into: []) { known, number in
                    if number > 0, !known.contains("\(number)") { known.append("\(number)") }
                }
            }
        }
    }
}

/// A command line that somebody is still typing.
struct TypedCommand {
    private let words: [String]

    /// Creates it from the words as the shell has them, in which quotes are not removed.
    init(_ words: [String]) {
        self.words = words.map { $0.filter { $0 != "\"" && $0 != "'" } }
    }

    /// Returns the value of an option, such as `--app`; `nil` if it was not typed yet.
    func value(of option: String) -> String? {
        if let joined = words.last(where: { $0.hasPrefix(option + "=") }) {
            return String(joined.dropFirst(option.count + 1))
        }
        guard let index = words.lastIndex(of: option), index + 1 < words.count else { return nil }
        let value = words[index + 1]
        return value.isEmpty ? nil : value
    }

    /// Asks the server, at most two seconds for a response, and returns what `names` finds in its answer. Text that a
    /// terminal could obey is left out.
    func ask(_ request: APIRequest, names: (JSONValue) -> [String]?) async -> [String] {
        let given = ["--server", "--token-file", "--ca"].flatMap { option in
            value(of: option).map { [option, $0] } ?? []
        }
        guard let options = try? ServerOptions.parse(given + ["--timeout", "2"]),
            let answer = try? await options.withClient({ try await $0.send(request).json })
        else { return [] }
        return (names(answer) ?? []).filter { $0 == $0.printableLine }
    }
}
