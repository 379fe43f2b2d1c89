/// The intervals of polling Apple. Whatever is set, the budgets of keys and of the lookup apply.
package struct PollingSettings: Hashable, Sendable {
    /// The default time between two listings of an app.
    package static let connectInterval: Duration = .seconds(300)
    /// The default time between two lookups of an app in one country.
    package static let lookupInterval: Duration = .seconds(900)

    /// The shortest time between two listings of an app.
    package var connectInterval = Self.connectInterval
    /// The shortest time between two lookups of an app in one country.
    package var lookupInterval = Self.lookupInterval
    /// The most calls of App Store Connect for an app in an hour, hints aside. Long listings extend the interval.
    package var callsPerAppAndHour = 30.0
    /// The age up to which builds are requested.
    package var buildAge = ConnectData.buildLife
    /// The number of apps listed at the same time.
    package var concurrency = 4
    /// The time after which the list of apps is read again.
    package var targetsInterval: Duration = .seconds(10)

    package init() {}
}
