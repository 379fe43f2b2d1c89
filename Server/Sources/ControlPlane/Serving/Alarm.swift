/// What somebody should look into, by the name it is counted under.
package enum Alarm: String, Hashable, Sendable, CaseIterable {
    /// The store has a lower head than one that was served.
    case headWentBack = "head-went-back"
    /// Builds of an app would refuse what is or would be served.
    case notTrusted = "not-trusted"
    /// What is stored of an app cannot be read.
    case unreadable
    /// A manifest that was due could not be issued.
    case renewalFailed = "renewal-failed"
    /// A catalog could not be published.
    case publishFailed = "publish-failed"
    /// A policy has errors with the releases that came.
    case catalogAlert = "catalog-alert"
    /// The store could not be read or tidied up.
    case storeFailed = "store-failed"
}
