/// A faithful stand-in for App Store Connect and the App Store lookup. It shares no code with the client, so that the two
/// cannot share a misunderstanding.
public struct AppStoreSimulator: Sendable {}
