import AirworthyServer
import AirworthyTrust
import ControlPlane
import Logging
import Persistence
import ReleaseCatalog

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The one place that knows which store a server uses.
struct Compose: Sendable {
    /// The services.
    let plane: ControlPlane
    /// Who asks Apple; nothing is asked before it runs.
    let learner: CatalogPoller
    /// What the routes know of it.
    let apple: AppleSide
    /// How Apple is asked.
    let asking: AppleComposition
    /// Closes the store; once, at the end.
    let close: @Sendable () async throws -> Void

    /// Opens everything a server needs.
    /// - Parameters:
    ///   - settings: How it is to run.
    ///   - environment: Where keys may be.
    ///   - logger: Told what somebody should look into.
    /// - Throws: ``ToolError``: 66 or 65 for a key or the keyring, 73 for a folder that cannot be used, 69 for a database
    ///   that cannot be.
    init(_ settings: ServeSettings, environment: [String: String], logger: Logger) async throws {
        let asking = try await AppleComposition(settings.apple, environment)
        let database: SQLiteDatabase
        do {
            let signer = try Self.signer(settings, environment, asking.clockOffset)
            database = try await Self.database(settings)
            plane = ControlPlane(
                store: database.store, signer: signer, compress: Gzip.compress,
                report: { name, facts in
                    logger.warning("\(name)", metadata: facts.mapValues { .string($0) })
                },
                now: Clock.now)
        } catch {
            await asking.close()
            throw error
        }
        if let upgrade = database.upgrade {
            logger.notice(
                "database.upgraded",
                metadata: [
                    "from": "\(upgrade.from)", "to": "\(upgrade.to)", "backup": .string(upgrade.backup),
                ])
        }
        self.asking = asking
        learner = asking.learner(for: plane, logger: logger)
        apple = asking.side(learner)
        close = {
            await asking.close()
            try database.close()
        }
    }

    private static func database(_ settings: ServeSettings) async throws -> SQLiteDatabase {
        let lock = try Self.lock(DataDirectory(settings.directory))
        let options = SQLiteOptions(maximumPages: settings.maximumPages)
        do {
            return try await SQLiteDatabase.open(lock, options: options, at: Clock.now())
        } catch let error as StoreError {
            throw ToolError(.unavailable, "\(settings.directory.printable): \(error)")
        }
    }

    private static func signer(
        _ settings: ServeSettings, _ environment: [String: String], _ clockOffset: @escaping @Sendable () -> Double?
    ) throws(ToolError) -> Signer {
        var keys: [PrivateKey] = []
        for reference in settings.signingKeys { keys.append(try reference.load(environment: environment)) }
        guard let path = settings.keyring else {
            return Signer(keys: keys, keyring: nil, appleClockOffset: clockOffset)
        }
        let file = try InputFile(path)
        do throws(VerificationError) {
            return Signer(
                keys: keys, keyring: try Keyring.read(json: file.bytes).envelope, appleClockOffset: clockOffset)
        } catch {
            throw file.refusal(error)
        }
    }

    private static func lock(_ directory: DataDirectory) throws(ToolError) -> ProcessLock {
        let name = directory.path.printable
        do throws(StoreError) {
            try directory.create()
        } catch {
            throw ToolError(.cannotCreate, "\(name): \(error.reason)")
        }
        guard access(directory.path, W_OK | X_OK) == 0 else {
            throw ToolError(
                .cannotCreate, "\(name): this user may not write to the folder; choose another one with --data")
        }
        do throws(StoreError) {
            return try ProcessLock(directory)
        } catch {
            throw ToolError(.unavailable, "\(name): \(error.reason)")
        }
    }
}

extension StoreError {
    /// What is wrong, for a message that is about the folder and not about the database.
    fileprivate var reason: String { if case .unavailable(let why) = self { why } else { description } }
}
