import AirworthyPolicy
package import ControlPlane
package import Foundation

/// A folder of scheduled backups. Their names have the time in UTC, such as `airworthy-20261123T091500Z.backup`; files with
/// other names are left alone.
package struct BackupFolder: Hashable, Sendable {
    /// A finished backup.
    package struct File: Hashable, Sendable {
        package let name: String
        /// The date in its name.
        package let date: Date
        /// Its size in bytes.
        package let size: Int
    }

    private static let prefix = "airworthy-"
    private static let suffix = ".backup"
    private static let part = ".part"

    package let path: String

    /// Creates a value for a path, without looking at the file system.
    package init(_ path: String) { self.path = path }

    /// Creates the folder with mode 0700 if it is missing; its parent has to exist.
    package func create() throws(StoreError) { try DataDirectory(path).create() }

    /// Returns the path of a backup of a date.
    package func file(at date: Date) -> String {
        let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        return "\(path)/\(Self.prefix)\(Timestamp.format(second).filter { $0 != "-" && $0 != ":" })\(Self.suffix)"
    }

    /// The finished backups, the oldest first; none if the folder cannot be read.
    package var files: [File] {
        names.compactMap { name in
            guard let date = Self.date(of: name), let size = Self.size(of: "\(path)/\(name)"), size > 0 else {
                return nil
            }
            return File(name: name, date: date, size: size)
        }.sorted { $0.date < $1.date }
    }

    /// Deletes all but the `count` newest backups, at least 1, and returns the names of the deleted ones.
    package func prune(keeping count: Int) -> [String] {
        let old = files.dropLast(max(1, count)).map(\.name)
        for name in old { PrivateFile.remove("\(path)/\(name)") }
        return old
    }

    /// Deletes what a backup left that did not end because the process was killed. Call it while no backup is written.
    package func removeRemains() {
        for name in names {
            let isPart = name.hasSuffix(Self.part) && Self.date(of: String(name.dropLast(Self.part.count))) != nil
            // The empty file reserves the name until the complete one replaces it.
            let isReserved = Self.date(of: name) != nil && Self.size(of: "\(path)/\(name)") == 0
            if isPart || isReserved { PrivateFile.remove("\(path)/\(name)") }
        }
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    /// Returns the date in a name such as `airworthy-20261123T091500Z.backup`; `nil` for any other name.
    private static func date(of name: String) -> Date? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix),
            let match = name.dropFirst(prefix.count).dropLast(suffix.count)
                .wholeMatch(of: /([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})Z/)
        else { return nil }
        return Timestamp.parse("\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)Z")
    }

    private static func size(of path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        return (attributes?[.size] as? NSNumber)?.intValue
    }
}
