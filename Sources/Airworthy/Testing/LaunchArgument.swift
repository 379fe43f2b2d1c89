package import AirworthyPolicy

/// The launch arguments for developers and UI tests. Debug builds of the package read them, release builds do not.
package enum LaunchArgument {
    /// The argument that makes the decision of the process a constant, e.g. `-AirworthyDecision required`.
    static let decision = "-AirworthyDecision"
    /// The argument that makes the client decide for another channel, e.g. `-AirworthyPretend appstore`.
    static let channel = "-AirworthyPretend"

    /// Returns the decision that the arguments ask for.
    /// - Parameters:
    ///   - arguments: The arguments of the process.
    ///   - installation: The installed app.
    /// - Returns: The decision; `nil` without the argument, or with a value that is no status.
    package static func decision(in arguments: [String], for installation: Installation) -> Decision? {
        value(of: decision, in: arguments).flatMap(Decision.Status.init).map { .sample($0, for: installation) }
    }

    /// Returns the channel that the arguments ask for.
    /// - Parameter arguments: The arguments of the process.
    /// - Returns: The channel; `nil` without the argument, or with a value that is no channel of this version.
    package static func channel(in arguments: [String]) -> Channel? {
        value(of: channel, in: arguments).map(Channel.init).flatMap { $0.isKnown ? $0 : nil }
    }

    /// Returns the mistakes in these arguments, one sentence each.
    package static func mistakes(in arguments: [String], for installation: Installation) -> [String] {
        var mistakes: [String] = []
        if arguments.contains(decision), decision(in: arguments, for: installation) == nil {
            mistakes.append(
                "\(decision) needs one of \(Decision.Status.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        if arguments.contains(channel), channel(in: arguments) == nil {
            mistakes.append("\(channel) needs a channel as in rules, e.g. appstore or testflight.external.")
        }
        return mistakes
    }

    private static func value(of name: String, in arguments: [String]) -> String? {
        guard let index = arguments.firstIndex(of: name), arguments.indices.contains(index + 1) else { return nil }
        return arguments[index + 1]
    }
}
