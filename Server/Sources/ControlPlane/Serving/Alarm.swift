/// An event that an operator should look into, with the name of its counter.
package enum Alarm: String, Hashable, Sendable, CaseIterable {
    /// The store has a lower revision than the served one.
    case headWentBack = "head-went-back"
    /// Installed apps would reject the current or the next manifest.
    case notTrusted = "not-trusted"
    /// The stored state of an app cannot be read.
    case unreadable
    /// A manifest that was due could not be reissued.
    case renewalFailed = "renewal-failed"
    /// A changed catalog could not be published.
    case publishFailed = "publish-failed"
    /// A policy has new errors with the current releases.
    case catalogAlert = "catalog-alert"
    /// The store could not be read or pruned.
    case storeFailed = "store-failed"
}

/// Tells operators what they should look into: counts an ``Alarm``, and reports an event with its facts.
struct Alarms: Sendable {
    let served: ServedApps
    let report: @Sendable (String, [String: String]) -> Void

    /// Counts an alarm and reports an event.
    func raise(_ alarm: Alarm, _ event: String, _ facts: [String: String] = [:]) {
        served.raise(alarm)
        report(event, facts)
    }

    /// Counts and reports that work failed.
    func raise(_ alarm: Alarm = .storeFailed, _ event: String, because error: any Error) {
        raise(alarm, event, ["error": Self.text(of: error)])
    }

    /// The text of an error without secrets.
    static func text(of error: any Error) -> String {
        switch error {
        case let error as ControlPlaneError: error.detail
        case let error as StoreError: error.description
        default: "\(type(of: error))"
        }
    }
}
