import ControlPlane
package import Foundation

/// The revisions after a restore: above every revision that may have been published since the backup.
package enum RestoredRevision {
    /// Returns the number that the next revision of every app has to exceed, from the time of the restore (see
    /// ``RevisionLimit/unixSeconds(at:)``) and the operator's lowest next revision, such as one above the highest
    /// revision seen on devices.
    /// - Throws: ``BackupError`` `revisionTooHigh` if the operator's number is above ``RevisionLimit``.
    package static func floor(atLeast: Int?, now: Date) throws(BackupError) -> Int {
        let seconds = RevisionLimit.unixSeconds(at: now)
        guard let atLeast, atLeast > 0 else { return seconds }
        let highest = RevisionLimit.highest(at: now)
        guard atLeast <= highest else { throw .revisionTooHigh(atLeast, highest: highest) }
        return max(seconds, atLeast - 1)
    }

    /// Returns the lowest next revision of an app. The highest integer has no successor and stays.
    static func next(after head: Head, floor: Int) -> Int {
        let passed = max(head.revision, floor)
        return max(head.nextRevision, passed == .max ? .max : passed + 1)
    }
}
