import AirworthyPolicy
import ArgumentParser
import Dashboard

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a code of a message, or what a device is told, from its own report.",
        discussion: """
            Without --app, SUBJECT is a code, such as the word in brackets at the end of a \
            finding of check or of a refusal by a server. No server is asked.

            With --app it is the report of a device: what the app's debug panel copies (airworthy.summary), the text of its \
            QR code, or JSON with the same names; - reads standard input. It names no person \
            and no device; only the facts that rules ask for are sent.

            Prints the decision by the rules in force, how it compares with what the device \
            says, the first thing to check, and each rule with its reason. The token needs \
            the right explain. See why for an installation without a report.

            EXAMPLE
              $ airworthy explain weaker-above-stronger
              $ airworthy explain report.txt --app hashtags
              $ pbpaste | airworthy explain - --app hashtags
            """)

    @Argument(
        help: ArgumentHelp("A code; or with --app a file with a report, - for standard input.", valueName: "subject"),
        completion: .file())
    var subject: String?

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String?

    @Flag(help: "List the codes.")
    var list = false

    @Flag(help: .hidden)
    var printPage = false

    @OptionGroup var remote: RemoteOptions

    func validate() throws {
        guard (list || printPage) != (subject != nil), !list || app == nil else {
            throw ValidationError("Give a code, or a report and --app, or --list.")
        }
        guard app != nil || !remote.server.isGiven else {
            throw ValidationError("A server is asked about a report only: add --app.")
        }
    }

    func run() async throws {
        if printPage { return try printOutput(CodeText.page) }
        if let subject, let app { return try await explainReport(subject, of: appSlug(app, option: "app")) }
        let texts = try subject.map { subject throws(ToolError) in try CodeText.texts(of: subject) }
        let report = CodeReport(texts: texts ?? CodeText.all, isList: list)
        try printOutput(remote.json ? [report.json.jsonLine] : report.lines)
    }

    private func explainReport(_ path: String, of app: String) async throws {
        let file = try InputFile(path)
        guard let report = DeviceReport(String(decoding: file.textBytes, as: UTF8.self)) else {
            throw ToolError.badData("\(file.name): \(DeviceReport.problem)")
        }
        let request = report.parameters.reduce(APIRequest.get("apps", app, "explain")) { request, parameter in
            request.adding(query: parameter.name, value: parameter.value)
        }
        try await remote.printAnswer(to: request) { ExplanationReport(json: $0).lines }
    }
}

/// The output of `explain`, from the server's answer.
struct ExplanationReport {
    let json: JSONValue
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        let sections = [
            [style(text("sentence"), as: .bold)], texts("report"), firstCheck, ["Rules"] + rules,
            style.section("Releases", lines: releases.lines),
            style.section("Notes", lines: texts("notes").map { "  \($0)" }),
            [revision],
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private var firstCheck: [String] {
        json["firstCheck"]?.stringValue.map { ["\(style("First check:", as: .bold)) \($0.printable)"] } ?? []
    }

    private var rules: [String] {
        let rules = items("rules")
        guard !rules.isEmpty else { return ["  the policy has none"] }
        return rules.flatMap { rule in
            let mark = rule["result"] == "decides" ? "▸" : " "
            return [
                "\(mark) \(Self.text(rule["rule"])): \(Self.text(rule["sentence"]))",
                "    \(Self.text(rule["reason"]))",
            ]
        }
    }

    private var releases: Columns {
        var columns = Columns()
        for release in items("releases") {
            columns.add(Self.text(release["release"]), Self.text(release["place"]), Self.text(release["verdict"]))
        }
        return columns
    }

    private var revision: String {
        let decision = json["decision"]
        let revision = decision?["revision"]?.jsonText() ?? "?"
        return "By revision \(revision) of \(text("app"))"
    }

    private func items(_ name: String) -> [JSONValue] { json[name]?.arrayValue ?? [] }
    private func text(_ name: String) -> String { Self.text(json[name]) }
    private func texts(_ name: String) -> [String] { items(name).map(Self.text) }
    private static func text(_ value: JSONValue?) -> String { (value?.stringValue ?? "").printable }
}
