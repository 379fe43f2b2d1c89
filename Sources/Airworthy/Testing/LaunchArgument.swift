package import AirworthyPolicy

/// The launch argument of UI tests: `-AirworthyDecision required` makes the decision of the process a constant. Debug builds of
/// the package read it; release builds do not contain it.
package enum LaunchArgument {
    static let name = "-AirworthyDecision"

    /// Returns the decision that the arguments ask for.
    /// - Parameters:
    ///   - arguments: The arguments of the process.
    ///   - installation: The installed app.
    /// - Returns: The decision; `nil` without the argument, or with a value that is no status.
    package static func decision(in arguments: [String], for installation: Installation) -> Decision? {
        guard let index = arguments.firstIndex(of: name), arguments.indices.contains(index + 1),
            let status = Decision.Status(rawValue: arguments[index + 1])
        else { return nil }
        return .sample(status, for: installation)
    }
}
