import ArgumentParser
import ControlPlane
import Persistence
import PersistencePostgres
import PersistenceSQLite

/// The data folder of a server, for commands that open its database themselves.
struct DataOption: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of the server's database.", valueName: "folder"), completion: .directory)
    var data = Settings.rows.directory.defaultValue

    var directory: DataDirectory { DataDirectory(data) }
}

/// Work on a server's database without a server.
enum LocalDatabase {
    /// Runs `work` and maps storage errors of a data folder to ``ToolError``.
    static func run<T>(_ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch {
            throw toolError(for: error)
        }
    }

    /// Opens a database, runs `body`, and closes it. The database of a folder must not be in use, and is upgraded to this
    /// version; PostgreSQL may be in use, and has to have the tables of this version.
    static func withDriver<T>(
        _ address: DatabaseAddress, _ body: (any Driver) async throws -> T
    ) async throws -> T {
        switch address {
        case .folder(let path): try await withSQLite(DataDirectory(path)) { try await body($0) }
        case .postgres(let address):
            try await withPostgres(address) { driver in
                try await Schema.requireCurrent(driver)
                return try await body(driver)
            }
        }
    }

    /// Opens the database of a folder under its lock, runs `body`, and closes it.
    static func withSQLite<T>(
        _ directory: DataDirectory, _ body: (SQLiteDriver) async throws -> T
    ) async throws -> T {
        guard fileExists(directory.database) else {
            throw ToolError.missingFile(
                "\(directory.path.printable): the folder has no database of a server; see --data")
        }
        return try await run {
            let database = try await SQLiteDatabase.open(try ProcessLock(directory), at: WallClock.now())
            do {
                let result = try await body(database.driver)
                try database.close()
                return result
            } catch {
                try? database.close()
                throw error
            }
        }
    }

    /// Connects to PostgreSQL, runs `body`, and disconnects.
    static func withPostgres<T>(
        _ address: PostgresAddress, _ body: (PostgresDriver) async throws -> T
    ) async throws -> T {
        let driver = PostgresDriver(address.settings)
        do {
            let result = try await body(driver)
            await driver.close()
            return result
        } catch {
            await driver.close()
            guard let error = error as? StoreError else { throw toolError(for: error) }
            let text = "\(address): \(error)".printable
            throw switch error {
            case .newerSchema: ToolError.badData(text)
            case .locked, .outcomeUnknown: ToolError.temporaryFailure(text)
            case .full, .scarce, .unavailable: ToolError.unavailable(text)
            }
        }
    }

    static func createToken(
        _ draft: TokenService.Draft, in address: DatabaseAddress
    ) async throws -> (record: TokenRecord, text: String) {
        try await withDriver(address) { driver in
            let plane = ControlPlane(
                store: SQLStore(driver), signer: Signer(keys: [], keyring: nil), now: WallClock.now)
            return try await plane.tokens.create(draft, by: .server)
        }
    }

    private static func toolError(for error: any Error) -> any Error {
        switch error {
        case let error as BackupError:
            switch error {
            case .exists, .unwritable, .full: ToolError.cannotCreate(error.description)
            case .unusable, .revisionTooHigh: ToolError.badData(error.description)
            }
        case let error as StoreError:
            switch error {
            case .full, .scarce: ToolError.cannotCreate(error.description)
            case .newerSchema: ToolError.badData(error.description)
            case .locked, .unavailable, .outcomeUnknown: ToolError.missingFile(error.description)
            }
        case let error as MoveError: ToolError.badData(error.description)
        case let error as ControlPlaneError: ToolError.badData(error.detail)
        default: error
        }
    }
}
