import AirworthyPolicy
import ArgumentParser
import ControlPlane
import Persistence

/// Where a server keeps its data, for the few commands that open it themselves.
struct DataOption: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of the server's database.", valueName: "folder"), completion: .directory)
    var data = Setting.directory.standard

    var directory: DataDirectory { DataDirectory(data) }
}

/// What the commands share that open a database themselves.
enum LocalStore {
    /// Runs `work`; what storage refuses becomes an error of the tool, with the status it deserves.
    static func explaining<T>(_ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch {
            throw explained(error)
        }
    }

    /// The same for work that waits.
    static func explaining<T>(_ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch {
            throw explained(error)
        }
    }

    /// Makes a token in a database that no server uses, as the server itself would.
    /// - Throws: ``ToolError``.
    static func makeToken(
        _ draft: TokenService.Draft, in directory: DataDirectory
    ) async throws -> (record: TokenRecord, text: String) {
        guard fileExists(directory.database) else {
            throw ToolError(
                .missingFile, "\(directory.path.printable): no server has ever kept its data there; see --data")
        }
        return try await explaining {
            let database = try await SQLiteDatabase.open(try ProcessLock(directory), at: Clock.now())
            let plane = ControlPlane(store: database.store, signer: Signer(keys: [], keyring: nil), now: Clock.now)
            do {
                let made = try await plane.tokens.create(draft, by: .server)
                try database.close()
                return made
            } catch {
                try? database.close()
                throw error
            }
        }
    }

    private static func explained(_ error: any Error) -> any Error {
        switch error {
        case let error as BackupError:
            switch error {
            case .exists, .unwritable, .full: ToolError(.cannotCreate, error.description)
            case .unusable: ToolError(.badData, error.description)
            }
        case let error as StoreError:
            switch error {
            case .full: ToolError(.cannotCreate, error.description)
            case .newerSchema: ToolError(.badData, error.description)
            case .locked, .unavailable: ToolError(.missingFile, error.description)
            }
        case let error as ControlPlaneError: ToolError(.badData, error.detail)
        default: error
        }
    }

    /// One line of JSON with the version of the format.
    static func json(_ members: JSONObject) -> String {
        var object: JSONObject = ["schema": 1]
        for member in members.members { object[member.key] = member.value }
        return JSONValue.object(object).jsonText()
    }

    /// E.g. `1 app`, `2 apps`.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
