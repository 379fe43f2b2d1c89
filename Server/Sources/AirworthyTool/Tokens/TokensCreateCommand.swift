import AirworthyPolicy
import ArgumentParser
import ControlPlane
import Foundation

/// Creates a token.
struct TokensCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a token and print it, once.",
        discussion: """
            Standard output contains the token and nothing else, so that it can be piped to \
            a secret store; the rest is printed on standard error. With -o the token goes to \
            a new file that only you can read. A token never has more rights than the one it \
            is created with.

            --local opens the database itself, in case no token is left. A server that uses \
            the data folder must not run then; servers on PostgreSQL may run, and accept the \
            token within seconds.

            EXAMPLE
              $ airworthy tokens create --name "release pipeline" --kind ci \\
                  --right read --right publish --app hashtags -o ci.token
              $ airworthy tokens create --local --data airworthy-data --kind adm --name me
              $ airworthy tokens create --local --database postgresql://app@db/airworthy \\
                  --kind adm --name me
            """)

    @OptionGroup var options: TokenOptions

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("A new file for the token, readable by you only.", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup var local: LocalOptions

    @OptionGroup
    var server: ServerOptions

    func validate() throws {
        guard output == nil || !json else { throw ValidationError("--json and --output cannot be given together.") }
    }

    func run() async throws {
        if let output { try Self.requireNewFile(output) }
        let answer = try await local.local ? createLocally() : createOnServer()
        let token = answer["token"]?.stringValue ?? ""
        let id = answer["id"]?.stringValue ?? ""
        if json { return try printOutput(answer.jsonLine) }
        if let output {
            try OutputFile.create(output, mode: 0o600, bytes: Array((token + "\n").utf8))
        } else {
            try printOutput(token.printable)
        }
        let end = UTCTime.text(answer["expiresAt"]).map { "until \($0)" } ?? "without expiry"
        let rights = "\(TokenReport.rights(of: answer)); apps: \(TokenReport.apps(of: answer)); \(end)"
        printError(
            "\(id): \(rights). The token cannot be shown again. To revoke it: airworthy tokens revoke \(id)".printable)
        if let endless = endless(answer) { printError(endless) }
    }

    /// Returns what to do about a token without an end that nobody asked for; `nil` for one of a device, which is in every
    /// installed app.
    private func endless(_ answer: JSONValue) -> String? {
        guard options.expiresIn == nil, options.kind != .device, answer["expiresAt"]?.stringValue == nil else {
            return nil
        }
        return
            "The token does not expire. For one that does, create another with --expires-in 365d, and revoke this one."
    }

    private func createOnServer() async throws -> JSONValue {
        let request = APIRequest.post("tokens").sending(.object(try options.members(at: WallClock.now())))
            .adviceIfLost("`airworthy tokens list` shows whether it was created; revoke it, since its secret is lost")
        return try await server.withClient { client in
            let answer = try await client.send(request).json
            guard answer["token"]?.stringValue != nil else { throw APIError.unexpected("answered without the token") }
            return answer
        }
    }

    private func createLocally() async throws -> JSONValue {
        let draft = try options.draft(at: WallClock.now())
        let (record, text) = try await LocalDatabase.createToken(draft, in: try local.address())
        return [
            "id": .string(record.id), "token": .string(text), "kind": .string(record.kind.rawValue),
            "name": .string(record.name), "rights": .array(record.rights.names.map(JSONValue.string)),
            "apps": record.apps.map { .array($0.sorted().map(JSONValue.string)) } ?? .null,
            "expiresAt": .of(record.expiresAt),
        ]
    }

    /// Checks the file before the token is created, because the token would be lost if the file could not be written.
    private static func requireNewFile(_ path: String) throws(ToolError) {
        guard !path.isEmpty, !path.utf8.contains(0), path != "-" else {
            throw .cannotCreate("--output: not a file name; omit it for standard output")
        }
        if fileExists(path) {
            throw .cannotCreate("\(OutputFile.exists(path)); no token was created")
        }
    }
}

/// The options that describe a new token.
struct TokenOptions: ParsableArguments {
    /// The kind of a token, by its user.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case admin = "adm"
        case ci
        case server = "srv"
        case device = "pub"
    }

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The name of the token; the author in histories.", valueName: "text"))
    var name: String

    @Option(help: "The kind: for people, pipelines, other servers or devices.")
    var kind = Kind.ci

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A right; by default all rights of the kind that you have. May be repeated.", valueName: "right"),
        completion: .list(rightNames))
    var right: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An app that the token is limited to; by default every app. May be repeated.", valueName: "app"))
    var app: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The lifetime; by default \(TokenOptions.usual) for adm and ci, never for srv and pub.",
            valueName: "\(TokenOptions.usual)|never"))
    var expiresIn: String?

    private static let usual = "\(TokenService.Draft.usualDays)d"
    private static let rightNames = Rights.names.map(\.name)

    func validate() throws {
        guard InputText.isName(name) else {
            throw ValidationError("--name takes 1 to \(InputText.longestName) printable characters.")
        }
        if let other = right.first(where: { !Self.rightNames.contains($0) }) {
            throw ValidationError("--right \(other) is not a right; write \(Self.rightNames.joined(separator: ", ")).")
        }
    }

    private func expiry(at now: Date) throws(ToolError) -> Date? {
        try Lifetime(expiresIn ?? (kind == .admin || kind == .ci ? Self.usual : "never")).end(from: now)?
            .roundedToSeconds
    }

    /// Returns the options as members of a request.
    /// - Throws: ``ToolError`` with status 65.
    fileprivate func members(at now: Date) throws(ToolError) -> JSONObject {
        let expiry = try expiry(at: now)
        var object: JSONObject = ["kind": .string(kind.rawValue), "name": .string(name)]
        if !right.isEmpty { object["rights"] = .array(right.map(JSONValue.string)) }
        if !app.isEmpty { object["apps"] = .array(try appSlugs().map(JSONValue.string)) }
        object["expiresAt"] = expiry.map { .string(Timestamp.format($0)) }
        return object
    }

    /// Returns the options as a draft for a local database.
    /// - Throws: ``ToolError`` with status 65.
    fileprivate func draft(at now: Date) throws(ToolError) -> TokenService.Draft {
        TokenService.Draft(
            kind: TokenKind(rawValue: kind.rawValue) ?? .ci, name: name,
            rights: right.isEmpty ? nil : Rights(Rights.names.filter { right.contains($0.name) }.map(\.right)),
            apps: app.isEmpty ? nil : Set(try appSlugs()), expiresAt: try expiry(at: now))
    }

    private func appSlugs() throws(ToolError) -> [String] {
        try app.map { name throws(ToolError) in try appSlug(name, option: "app") }
    }
}
