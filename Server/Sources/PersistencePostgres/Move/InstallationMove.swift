import ControlPlane
package import Persistence

/// The move of an installation from SQLite to PostgreSQL: every app, revision, digest, token and audit entry, with its
/// number.
package enum InstallationMove {
    /// The number of rows of a table, and the digest of all their values in the order of the key.
    package struct Content: Hashable, Sendable {
        package let table: String
        package private(set) var rows = 0
        /// SHA-256 in hexadecimal, chained over the rows.
        package private(set) var digest = ContentDigest.hex([])

        init(table: String) { self.table = table }

        /// Adds a row to the digest. Equal bytes mean equal rows: each value has a type and a length.
        mutating func add(_ row: [SQLValue]) {
            var bytes = Array(digest.utf8)
            for value in row { Self.append(value, to: &bytes) }
            digest = ContentDigest.hex(bytes)
            rows += 1
        }

        private static func append(_ value: SQLValue, to bytes: inout [UInt8]) {
            func append(type: Unicode.Scalar, content: [UInt8]) {
                bytes.append(UInt8(ascii: type))
                for shift in stride(from: 56, through: 0, by: -8) {
                    bytes.append(UInt8(truncatingIfNeeded: content.count >> shift))
                }
                bytes.append(contentsOf: content)
            }
            switch value {
            case .integer(let number): append(type: "i", content: Array(String(number).utf8))
            case .text(let text): append(type: "t", content: Array(text.utf8))
            case .blob(let blob): append(type: "b", content: blob)
            case .null: append(type: "n", content: [])
            }
        }
    }

    /// The result of a move.
    package struct Report: Hashable, Sendable {
        /// Whether this call has copied the installation; `false` if an earlier one did.
        package let isNew: Bool
        /// The tables, equal in both databases.
        package let tables: [Content]
    }

    /// Copies an installation into a PostgreSQL database without one, in one transaction, and reads every row back. If
    /// that database has the same installation, verifies it and changes nothing. Both databases have the schema of this
    /// version, and the first database gets no other writes meanwhile.
    /// - Throws: ``StoreError``, ``MoveError``. Nothing has changed then, except perhaps after `outcomeUnknown`: run it
    ///   again.
    package static func run(from source: some BlockingReader, to target: any Driver) async throws -> Report {
        try await target.write { target in
            // Another move, or a migration, may run at the same time.
            try PostgresMigration.lock(target, waiting: PostgresMigration.patience)
            return try source.readBlocking { source in
                let tables = try MovedTable.names.map { try MovedTable($0, in: source) }
                for table in tables { try table.requireSameColumns(in: target) }
                // Keeps nodes that start on the empty database from writing to it.
                try target.run("LOCK TABLE \(MovedTable.names.joined(separator: ", ")) IN SHARE ROW EXCLUSIVE MODE")
                let filled = try tables.first { try !$0.isEmpty(in: target) }
                let moved = try tables.map { table in
                    try table.content(in: source) { page in if filled == nil { try table.insert(page, into: target) } }
                }
                for (table, content) in zip(tables, moved) {
                    guard try table.content(in: target) == content else {
                        throw filled == nil ? MoveError.damaged(table.name) : MoveError.otherInstallation(table.name)
                    }
                }
                if filled == nil { try setCounters(target) }
                let isNew = filled == nil && moved.contains { $0.rows > 0 }
                return Report(isNew: isNew, tables: moved)
            }
        }
    }

    /// Lets the database continue to count audit entries above the copied ones, and tells running nodes to read again.
    private static func setCounters(_ target: any SQLSession) throws {
        try target.run(
            "SELECT setval(pg_get_serial_sequence('audit', 'id'), MAX(id)) FROM audit HAVING MAX(id) IS NOT NULL")
        try ChangesTable(sql: target).raise(Set(ChangesTable.Group.allCases), apps: nil)
    }
}

/// A move that was refused or undone. Both databases are unchanged.
package enum MoveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The target has another installation; a table that differs.
    case otherInstallation(String)
    /// A table that read back differently from what was written.
    case damaged(String)

    package var description: String {
        switch self {
        case .otherInstallation(let table):
            "the database has another installation, or this one with later changes (the table \"\(table)\" differs); "
                + "nothing was changed; name an empty database"
        case .damaged(let table):
            "the table \"\(table)\" read back differently from what was written; nothing was changed; check the source "
                + "with `airworthy backup`, which verifies it"
        }
    }
}
