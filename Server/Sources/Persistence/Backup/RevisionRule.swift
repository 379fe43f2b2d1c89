import ControlPlane
import Foundation

/// How revisions go on after a restore: above everything that may have been published since the backup was made.
enum RevisionRule {
    /// The number that every app has to pass.
    /// - Parameters:
    ///   - atLeast: The lowest next revision the operator asks for, e.g. one above what devices were seen with.
    ///   - now: The time of the restore; a revision a second was never published, so its Unix seconds are above all.
    /// - Returns: The highest number that is not to come again.
    static func floor(atLeast: Int?, now: Date) -> Int {
        let seconds = Int(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0
        guard let atLeast, atLeast > 0 else { return seconds }
        return max(seconds, atLeast - 1)
    }

    /// The lowest next revision of an app. The highest number there is has none above it and stays.
    static func next(after head: Head, floor: Int) -> Int {
        let passed = max(head.revision, floor)
        return max(head.nextRevision, passed == .max ? .max : passed + 1)
    }
}
