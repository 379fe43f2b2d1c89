import AirworthyPolicy
import ArgumentParser

/// The commands for the policies that are being written on a server.
struct DraftsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drafts", abstract: "Show and publish the drafts that the dashboard keeps.",
        subcommands: [DraftsListCommand.self, DraftsShowCommand.self, DraftsPublishCommand.self])
}

struct DraftsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the drafts of an app, the last saved first.",
        discussion: """
            EXAMPLE
              $ airworthy drafts list --app hashtags
            """)

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @OptionGroup var remote: RemoteOptions

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        try await remote.printAnswer(to: .get("apps", app, "drafts")) { answer in
            DraftListReport(app: app, drafts: answer["drafts"]?.arrayValue ?? []).lines
        }
    }
}

struct DraftsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a draft, or print its text.",
        discussion: """
            EXAMPLE
              $ airworthy drafts show k3j9x0aq71mz --app hashtags
              $ airworthy drafts show k3j9x0aq71mz --app hashtags --text > policy.json
            """)

    @Argument(help: .draft)
    var draft: String

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @Flag(help: "Print the text alone, for a file.")
    var text = false

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard !text || !json else { throw ValidationError("Give either --text or --json.") }
    }

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let id = try DraftID.checked(draft)
        let answer = try await server.withClient { try await $0.send(.get("apps", app, "drafts", id)).json }
        if text {
            try OutputFile.write(Array((answer["text"]?.stringValue ?? "").utf8), to: "-")
        } else {
            try printOutput(json ? [answer.jsonLine] : DraftReport(draft: answer).lines)
        }
    }
}

extension ArgumentHelp {
    static let draft = ArgumentHelp("The draft's id, as list prints it.", valueName: "id")
}

/// The id of a draft as an argument.
enum DraftID {
    /// Checks an id, which becomes a part of an address.
    static func checked(_ text: String) throws(ToolError) -> String {
        guard (1...64).contains(text.utf8.count), text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw .badData("`\(text.printable)` is not the id of a draft; `airworthy drafts list` shows them")
        }
        return text
    }
}

struct DraftListReport {
    let app: String
    let drafts: [JSONValue]
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        var table = Table(["ID", "NAME", "BY", "BASED ON", "SAVED (UTC)", "NOTE"])
        for draft in drafts {
            table.add([
                draft["id"]?.stringValue ?? "", draft["name"]?.stringValue ?? "", draft["author"]?.stringValue ?? "",
                DraftReport.base(of: draft), UTCTime.cell(draft["updatedAt"]), draft["note"]?.stringValue ?? "",
            ])
        }
        return table.lines(style: style, whenEmpty: "no drafts of \(app)")
    }
}

struct DraftReport {
    let draft: JSONValue
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        var facts = LabelledLines(style: style)
        facts.add("id", value: draft["id"]?.stringValue)
        facts.add("name", value: draft["name"]?.stringValue)
        facts.add("by", value: draft["author"]?.stringValue)
        facts.add("based on", value: Self.base(of: draft))
        facts.add("saved", value: UTCTime.text(draft["updatedAt"]))
        facts.add("note", value: draft["note"]?.stringValue)
        let isOutdated = draft["outdated"]?.boolValue ?? false
        let text = (draft["text"]?.stringValue ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        return facts.lines + (isOutdated ? ["", Self.outdated] : []) + [""] + text.map { String($0).printable }
    }

    static let outdated =
        "Another policy was published since, so it cannot be published as it is; open it in the dashboard to see both."

    /// The policy that a draft is based on.
    static func base(of draft: JSONValue) -> String {
        draft["base"]?.intValue.map { $0 > 0 ? "policy \($0)" : "nothing" } ?? ""
    }
}
