package import AirworthyPolicy

/// Stands in for the control plane's app, as far as the parsers of requests read it.
package struct App: Sendable {
    package let platforms: [Platform]

    package init(platforms: [Platform]) {
        self.platforms = platforms
    }

    package var defaultPlatform: Platform { platforms.first ?? .ios }
}
