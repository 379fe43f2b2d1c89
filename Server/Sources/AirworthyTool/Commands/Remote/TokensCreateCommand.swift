import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// What a new token is to be.
struct TokenDraftOptions: ParsableArguments {
    /// What a token is for.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case admin = "adm"
        case ci
        case server = "srv"
        case device = "pub"
    }

    @Option(
        parsing: .unconditional, help: ArgumentHelp("What people call it; the author in histories.", valueName: "text"))
    var name: String

    @Option(help: "What it is for: people, pipelines, other servers, devices.")
    var kind = Kind.ci

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Something it may do; by default all its kind and yours allow. May be repeated.", valueName: "right"),
        completion: .list(rights))
    var right: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An app it is limited to; by default every app. May be repeated.", valueName: "app"))
    var app: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When it ends; by default 90d for adm and ci, never for srv and pub.", valueName: "90d|never"))
    var expiresIn: String?

    private static let rights = Rights.names.map(\.name)

    func validate() throws {
        guard name.contains(where: { !$0.isWhitespace }), name.utf8.count <= 100 else {
            throw ValidationError("--name takes 1 to 100 bytes, not only blanks.")
        }
        if let other = right.first(where: { !Self.rights.contains($0) }) {
            throw ValidationError("--right \(other) is not one; write \(Self.rights.joined(separator: ", ")).")
        }
    }

    /// What was said, for a request.
    /// - Throws: ``ToolError`` with status 65.
    func members(at now: Clock.Instant) throws(ToolError) -> JSONObject {
        let lifetime = try Lifetime(expiresIn ?? (kind == .admin || kind == .ci ? "90d" : "never"))
        var object: JSONObject = ["kind": .string(kind.rawValue), "name": .string(name)]
        if !right.isEmpty { object["rights"] = .array(right.map(JSONValue.string)) }
        if !app.isEmpty {
            object["apps"] = .array(try app.map { name throws(ToolError) in .string(try slug(name, option: "app")) })
        }
        object["expiresAt"] = lifetime.end(from: now).map { .string(Timestamp.format($0.roundedToSeconds)) }
        return object
    }
}

extension TokenDraftOptions {
    /// What was said, for a database that is opened here.
    /// - Throws: ``ToolError`` with status 65.
    func draft(at now: Clock.Instant) throws(ToolError) -> TokenService.Draft {
        let members = try members(at: now)
        return TokenService.Draft(
            kind: TokenKind(rawValue: kind.rawValue) ?? .ci, name: name,
            rights: right.isEmpty ? nil : Rights(Rights.names.filter { right.contains($0.name) }.map(\.right)),
            apps: app.isEmpty ? nil : Set(app), expiresAt: members["expiresAt"]?.stringValue.flatMap(Timestamp.parse))
    }
}

/// Makes a token.
struct TokensCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a token and print it, once.",
        discussion: """
            Standard output gets the token and nothing else, so that it can go where \
            secrets are kept; the rest is told on standard error. With -o it goes to a new \
            file that only you can read. A token can do no more than the one it is made \
            with.

            --local opens the database itself, for when no token is left. The server must \
            not run then.

            EXAMPLE
              $ airworthy tokens create --name "release pipeline" --kind ci \\
                  --right read --right publish --app hashtags -o ci.token
              $ airworthy tokens create --local --data airworthy-data --kind adm --name me
            """)

    @OptionGroup var draft: TokenDraftOptions

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("A new file for the token, readable for you alone.", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: .jsonLine)
    var json = false

    @Flag(help: "Open the database of --data itself; the server must not run.")
    var local = false

    @OptionGroup var data: DataOption

    @OptionGroup
    var remote: RemoteOptions

    func validate() throws {
        guard output == nil || !json else { throw ValidationError("--json and --output cannot be given together.") }
    }

    func run() async throws {
        if let output { try Self.requireNew(output) }
        let answer = try await local ? madeLocally() : madeRemotely()
        let token = answer["token"]?.stringValue ?? ""
        let id = answer["id"]?.stringValue ?? ""
        if json { return try printOutput(answer.jsonLine) }
        if let output {
            try OutputFile.create(output, mode: 0o600, Array((token + "\n").utf8))
        } else {
            try printOutput(token.printable)
        }
        let end = UTCTime.sentence(answer["expiresAt"]).map { "until \($0)" } ?? "for ever"
        printError(
            "\(id): \(TokenReport.rights(answer)); apps: \(TokenReport.apps(answer)); \(end). Nobody can show it again; "
                .printable + "to end it: airworthy tokens revoke \(id.printable)")
    }

    private func madeRemotely() async throws -> JSONValue {
        let request = APIRequest("POST", "tokens").sending(.object(try draft.members(at: Clock.now())))
            .ifLost("`airworthy tokens list` tells whether it was made; revoke it then, since its text is lost")
        return try await remote.connected { client in
            let answer = try await client.send(request).json
            guard answer["token"]?.stringValue != nil else { throw APIError.strange("answered without the token") }
            return answer
        }
    }

    private func madeLocally() async throws -> JSONValue {
        let (record, text) = try await LocalStore.makeToken(try draft.draft(at: Clock.now()), in: data.directory)
        return [
            "id": .string(record.id), "token": .string(text), "kind": .string(record.kind.rawValue),
            "name": .string(record.name), "rights": .array(record.rights.names.map(JSONValue.string)),
            "apps": record.apps.map { .array($0.sorted().map(JSONValue.string)) } ?? .null,
            "expiresAt": record.expiresAt.map { .string(Timestamp.format($0)) } ?? .null,
        ]
    }

    /// A token that cannot be written must not be made.
    private static func requireNew(_ path: String) throws(ToolError) {
        guard !path.isEmpty, !path.utf8.contains(0), path != "-" else {
            throw ToolError(.cannotCreate, "--output: a file needs a name; leave it out for standard output")
        }
        if fileExists(path) {
            throw ToolError(.cannotCreate, "\(path.printable): is there already and is not replaced; no token was made")
        }
    }
}
