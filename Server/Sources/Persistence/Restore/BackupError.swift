import ControlPlane

/// A failed backup or restore. Existing files are untouched.
package enum BackupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file of that name exists.
    case exists(String)
    /// The file cannot be written.
    case unwritable(String, reason: String)
    /// The disk has no room for the file.
    case full(String)
    /// The file is not an intact database of airworthy.
    case unusable(String, reason: String)
    /// The lowest next revision is above the highest one that is allowed.
    case revisionTooHigh(Int, highest: Int)

    package var description: String {
        switch self {
        case .exists(let file): "\"\(file)\" exists and is not replaced; name another file"
        case .unwritable(let file, let reason): "\"\(file)\" cannot be written: \(reason)"
        case .full(let file): "the disk has no room for \"\(file)\"; make room or name a file on another disk"
        case .unusable(let file, let reason): "\"\(file)\" is not a usable backup: \(reason)"
        case .revisionTooHigh(let revision, let highest):
            "\(revision) is too high for the next revision: the highest number is \(highest) now, "
                + "\(RevisionLimit.margin) above the Unix time; name a lower one"
        }
    }

    package var isFull: Bool { if case .full = self { true } else { false } }
}
