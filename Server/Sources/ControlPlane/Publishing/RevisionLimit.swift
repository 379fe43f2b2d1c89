package import Foundation

/// The highest revision that an operator may ask for.
///
/// Devices reject every revision below one that they have accepted. A revision near the highest integer would therefore
/// freeze an app, because no later publish could exceed it.
package enum RevisionLimit {
    /// The distance of the limit from the Unix time and from the revision in force: the seconds of a day.
    package static let margin = 86_400

    /// Returns the highest number that the next revision may be raised to.
    /// - Parameters:
    ///   - revision: The revision in force; 0 for none.
    ///   - now: The current date.
    /// - Returns: ``margin`` above the Unix time, or above `revision` if that is higher; always below the highest integer,
    ///   which has no successor.
    package static func highest(above revision: Int = 0, at now: Date) -> Int {
        let (sum, overflows) = max(revision, unixSeconds(at: now)).addingReportingOverflow(margin)
        return overflows ? .max - 1 : min(sum, .max - 1)
    }

    /// Returns the whole seconds since 1970, which exceed the revisions of every app that counts from 1, because no app
    /// publishes once a second.
    package static func unixSeconds(at now: Date) -> Int {
        Int(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0
    }
}
