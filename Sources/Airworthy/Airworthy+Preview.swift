public import AirworthyPolicy
import Foundation

extension Airworthy {
    /// A client for previews and tests of screens: its decision never changes, it asks nobody and stores nothing. What to
    /// show, answers and checks work on that decision.
    /// - Parameter decision: The decision, e.g. `Decision(.recommended, for: .current)`.
    /// - Returns: The client.
    public static func preview(_ decision: Decision) -> Airworthy { preview(decision, environment: .live) }

    /// The same with a clock of a test's own.
    package static func preview(_ decision: Decision, environment: ClientEnvironment) -> Airworthy {
        var copy = Installation.current
        // Where the decision is another platform's, the system is not of it.
        if copy.platform != decision.platform { copy.os = nil }
        copy.platform = decision.platform
        copy.versionText = decision.installedVersion
        copy.version = try? AppVersion(decision.installedVersion)
        copy.build = decision.installedBuild
        copy.channel = decision.channel
        let core = ClientCore(
            policies: [], facts: nil, installation: copy, store: NoStore(),
            transport: Transport { _ in throw CancellationError() }, deadline: 0, environment: environment,
            fixed: decision)
        return Airworthy(core, core.detector(for: copy, host: ChannelHost(family: .other), rungs: []))
    }
}

/// Every launch is the first one.
private struct NoStore: StateStore {
    func load() -> LoadedState { .nothing }
    func save(_ state: StoredState) {}
}
