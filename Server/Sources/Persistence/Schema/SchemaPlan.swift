import ControlPlane

extension Schema {
    /// Returns the migrations that a database lacks, in order.
    /// - Throws: ``StoreError``; see ``state(of:)``.
    package static func pending(in driver: any Driver) async throws -> [Migration] {
        let made = try await driver.read { try state(of: $0) }
        return Array(migrations.dropFirst(made.count))
    }

    /// Checks that a database has exactly the tables of this version.
    /// - Throws: ``StoreError``: `newerSchema`; `unavailable` if the database lacks migrations or belongs to another
    ///   program.
    package static func requireCurrent(_ driver: any Driver) async throws {
        let pending = try await pending(in: driver)
        guard let first = pending.first else { return }
        throw StoreError.unavailable(
            first.number == 1
                ? "it has no tables yet; run `airworthy migrate` first"
                : "its tables are those of an older version (the migration \"\(first.title)\" is missing); run "
                    + "`airworthy migrate` first")
    }
}

extension Schema.State {
    /// The number of migrations that were run.
    package var count: Int {
        switch self {
        case .empty: 0
        case .made(let count): count
        }
    }
}

extension Migration {
    /// The number and the name, such as `0002 origins`.
    package var title: String { "\(Self.digits(number)) \(name)" }
}
