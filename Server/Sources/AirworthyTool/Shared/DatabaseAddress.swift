import PersistencePostgres

/// The database of a server: the SQLite database of a data folder, or a PostgreSQL database.
enum DatabaseAddress: Hashable, Sendable, CustomStringConvertible {
    case folder(String)
    case postgres(PostgresAddress)

    /// The option with the URL of a PostgreSQL database.
    static let option = "--database"
    /// The environment variable with the URL of a PostgreSQL database.
    static var variable: String { Settings.rows.database.variable }

    /// The folder, or the URL without password and options. Safe to print.
    var description: String {
        switch self {
        case .folder(let path): path.printable
        case .postgres(let address): address.description
        }
    }

    /// Reads the address of a PostgreSQL database from the option, which takes precedence, or from
    /// `AIRWORTHY_DATABASE_URL`. Returns `nil` if neither is given. An empty variable counts as not set.
    /// No error contains the password.
    static func postgres(
        option url: String?, as option: String = Self.option, environment: [String: String]
    ) throws(ToolError) -> PostgresAddress? {
        if let url {
            let address = try read(url, from: option)
            guard !address.hasSecret else {
                throw .badData(
                    "\(option): the URL contains a password, which other users of this machine could see in the list of "
                        + "processes; remove it and put the whole URL in \(variable), or the password in PGPASSWORD or "
                        + "in the file that PGPASSFILE names")
            }
            return address
        }
        guard let url = environment[variable], !url.isEmpty else { return nil }
        return try read(url, from: variable)
    }

    /// Reads a URL of a PostgreSQL database. Messages name the option or variable with the URL
    /// (`source`), and quote nothing from it.
    private static func read(_ url: String, from source: String) throws(ToolError) -> PostgresAddress {
        do throws(PostgresAddressError) {
            return try PostgresAddress(url: url)
        } catch .noLibrary(let reason) {
            throw .unavailable(reason)
        } catch {
            throw .badData("\(source): \(error)")
        }
    }
}
