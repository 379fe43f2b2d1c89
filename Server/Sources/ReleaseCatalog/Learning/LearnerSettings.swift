package import Foundation

/// How often Apple is asked. Whatever is set, the budgets of keys and of the lookup are kept.
package struct LearnerSettings: Hashable, Sendable {
    /// Seconds between two listings of an app's builds and versions, if nothing else is said.
    package static let connectInterval: TimeInterval = 300
    /// Seconds between two lookups of an app in one country, if nothing else is said.
    package static let lookupInterval: TimeInterval = 900

    /// Seconds between two listings of an app, at least.
    package var connectInterval = Self.connectInterval
    /// Seconds between two lookups of an app in one country, at least.
    package var lookupInterval = Self.lookupInterval
    /// The App Store Connect calls an app may cause in an hour, hints aside. Long listings stretch the interval.
    package var callsPerAppAndHour = 30.0
    /// How far back builds are asked for, in seconds: the 90 days a build works, and a month of being expired.
    package var buildAge: TimeInterval = 120 * 86_400
    /// How many apps are asked about at the same time.
    package var concurrency = 4
    /// Seconds after which the list of apps is read again.
    package var targetsInterval: TimeInterval = 10

    /// The default settings.
    package init() {}
}
