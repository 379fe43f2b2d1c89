import AirworthyPolicy
import ArgumentParser
import ControlPlane
import Persistence

/// The data folder of a server, for commands that open its database themselves.
struct DataOption: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of the server's database.", valueName: "folder"), completion: .directory)
    var data = Setting.directory.defaultValue

    var directory: DataDirectory { DataDirectory(data) }
}

/// Work on a server's database without a server.
enum LocalDatabase {
    /// Runs `work` and maps storage errors to ``ToolError``.
    static func run<T>(_ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch {
            throw toolError(for: error)
        }
    }

    /// Runs asynchronous `work` and maps storage errors to ``ToolError``.
    static func run<T>(_ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch {
            throw toolError(for: error)
        }
    }

    /// Creates a token in a database that no server uses.
    /// - Throws: ``ToolError``.
    static func createToken(
        _ draft: TokenService.Draft, in directory: DataDirectory
    ) async throws -> (record: TokenRecord, text: String) {
        guard fileExists(directory.database) else {
            throw ToolError.missingFile(
                "\(directory.path.printable): the folder has no database of a server; see --data")
        }
        return try await run {
            let database = try await SQLiteDatabase.open(try ProcessLock(directory), at: WallClock.now())
            let plane = ControlPlane(store: database.store, signer: Signer(keys: [], keyring: nil), now: WallClock.now)
            do {
                let created = try await plane.tokens.create(draft, by: .server)
                try database.close()
                return created
            } catch {
                try? database.close()
                throw error
            }
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
            case .full: ToolError.cannotCreate(error.description)
            case .newerSchema: ToolError.badData(error.description)
            case .locked, .unavailable, .outcomeUnknown: ToolError.missingFile(error.description)
            }
        case let error as ControlPlaneError: ToolError.badData(error.detail)
        default: error
        }
    }
}
