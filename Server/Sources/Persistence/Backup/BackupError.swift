/// Why there is no backup, or why one cannot be restored. What was there before is untouched.
package enum BackupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is a file by that name already.
    case exists(String)
    /// The file cannot be written; says why.
    case unwritable(String, String)
    /// No room is left for the file.
    case full(String)
    /// The file is not a database of airworthy in good order; says why.
    case unusable(String, String)

    package var description: String {
        switch self {
        case .exists(let file): "\"\(file)\" is there already and is not replaced; name another file"
        case .unwritable(let file, let why): "\"\(file)\" cannot be written: \(why)"
        case .full(let file): "no room is left for \"\(file)\"; make room or name a file on another disk"
        case .unusable(let file, let why): "\"\(file)\" is no usable backup: \(why)"
        }
    }

    /// Whether room would help.
    package var isFull: Bool { if case .full = self { true } else { false } }
}
