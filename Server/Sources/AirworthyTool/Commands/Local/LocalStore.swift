import AirworthyPolicy
import ArgumentParser
import ControlPlane
import Persistence

/// Where a server keeps its data, for the few commands that open it themselves.
struct DataOption: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of the server's database.", valueName: "folder"), completion: .directory)
    var data = DataOption.standard

    /// The folder `serve` takes when none is named.
    static let standard = "airworthy-data"

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
