import AirworthySupport
import CLibPQ

/// The address of a PostgreSQL database, read from a URL such as `postgresql://airworthy@db.example.com/airworthy`.
///
/// libpq reads the URL, so every form and every option that it documents means the same here. URLs that libpq would
/// accept but read differently from their author's intention, such as one with an unescaped `@` in the password, are
/// refused. Neither ``description`` nor an error contains a password or any other secret.
package struct PostgresAddress: Hashable, Sendable {
    /// The connection string for libpq, with the password if the URL has one. Never print it.
    package let settings: String
    /// The hosts, in the order in which libpq tries them: names, addresses, or the folder of a Unix socket.
    package let hosts: [String]
    /// Whether the URL contains a password or another secret.
    package let hasSecret: Bool
    /// The `sslmode`; `nil` if the URL does not say.
    package let encryption: String?
    /// The user, the hosts with their ports, and the database, as a URL without options and without secrets.
    package let description: String

    /// Reads a URL without connecting.
    package init(url: String) throws(PostgresAddressError) {
        if let failure = unsafe libpq_load() { throw .noLibrary(unsafe String(cString: failure)) }
        try PostgresURLCheck.check(url)
        let options = try PostgresURLOptions(url)
        let isService = options["service"] != nil
        let named = (options["host"] ?? options["hostaddr"] ?? "").split(
            separator: ",", omittingEmptySubsequences: false)
        hosts = isService && named == [""] ? [] : named.map(String.init)
        guard hosts.allSatisfy(PostgresURLCheck.isHost) else { throw hosts.contains("") ? .noHost : .invalidHost }
        let ports = (options["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard ports.allSatisfy({ $0.isEmpty || (1...65_535).contains(Int($0) ?? 0) && $0.allSatisfy(\.isNumber) }),
            ports.count == 1 || ports.count == named.count
        else { throw .invalidPort }
        guard isService || options["dbname"]?.isEmpty == false else { throw .noDatabase }
        encryption = options["sslmode"]
        guard encryption.map(Self.encryptions.contains) ?? true else { throw .invalidEncryption }
        hasSecret = options.hasSecret
        settings = options.settings(isList: named.count > 1)
        description = Self.text(options, hosts: hosts, ports: ports)
    }

    /// The values of `sslmode`, from the weakest to the strongest.
    private static let encryptions = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]

    private static func text(_ options: PostgresURLOptions, hosts: [String], ports: [String]) -> String {
        let user = options["user"].map { PercentEncoding.encode($0) + "@" } ?? ""
        let places = hosts.enumerated().map { index, host in
            let port = ports.count == 1 ? ports[0] : ports[index]
            let name = host.contains(":") ? "[\(host)]" : PercentEncoding.encode(host)
            return port.isEmpty ? name : "\(name):\(port)"
        }
        let database = PercentEncoding.encode(options["dbname"] ?? "")
        let service = options["service"].map { "?service=\(PercentEncoding.encode($0))" } ?? ""
        return "postgresql://\(user)\(places.joined(separator: ","))/\(database)\(service)"
    }
}

extension PostgresAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var debugDescription: String { description }

    /// Reflection, which `dump` and test failures use, shows only the description.
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// A URL that is not the address of a PostgreSQL database. The text quotes nothing from the URL, which may be a secret.
package enum PostgresAddressError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libpq is not installed; the reason.
    case noLibrary(String)
    case otherScheme
    case invalidCharacter
    case misplacedAt
    case invalidEscape
    case invalidOption(Int)
    case noHost
    case invalidHost
    case invalidPort
    case noDatabase
    case invalidEncryption
    case unreadable

    package var description: String {
        switch self {
        case .noLibrary(let reason): reason
        case .otherScheme:
            "not the address of a PostgreSQL database; write it as postgresql://USER@HOST/DATABASE"
        case .invalidCharacter:
            "the address contains a blank, a control character or a character outside of ASCII; write it as % and two "
                + "hexadecimal digits for each byte (control characters cannot be used at all)"
        case .misplacedAt:
            "the address has more than one @, or one after the host; in a user name or a password write @ as %40, / as "
                + "%2F and ? as %3F"
        case .invalidEscape:
            "a % in the address is not followed by two hexadecimal digits; write a % itself as %25"
        case .invalidOption(let position):
            "option \(position) after the ? is not a name of libpq's with a value; write for example sslmode=verify-full"
        case .noHost:
            "the address names no host; write it as postgresql://USER@HOST/DATABASE, or for a Unix socket as "
                + "postgresql:///DATABASE?host=/run/postgresql"
        case .invalidHost:
            "the address has an invalid host; write names or addresses, separated by commas, or the folder of a Unix "
                + "socket"
        case .invalidPort: "the address has an invalid port; write a number from 1 to 65535, one for each host"
        case .noDatabase: "the address names no database; write it as postgresql://USER@HOST/DATABASE"
        case .invalidEncryption:
            "sslmode is one of disable, allow, prefer, require, verify-ca and verify-full; use verify-full over a network"
        case .unreadable: "libpq cannot read the address; write it as postgresql://USER@HOST:PORT/DATABASE"
        }
    }
}
