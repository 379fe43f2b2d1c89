package import AirworthyPolicy

extension Platform {
    /// Creates a platform that is known or belongs to the app; `nil` for any other name.
    package init?(_ name: String, of app: App) {
        self.init(name)
        guard isKnown || app.platforms.contains(self) else { return nil }
    }

    /// The detail of the problem for an unknown platform.
    package static func unknownDetail(for app: App) -> String {
        let names = (known + app.platforms.filter { !$0.isKnown }).map(\.description)
        return "the platform is unknown; expected one of: \(names.joined(separator: ", "))"
    }
}
