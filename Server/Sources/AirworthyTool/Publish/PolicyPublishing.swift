import AirworthyPolicy
import ArgumentParser
import Foundation

/// The steps of publishing a policy: the server's findings and changes, the limits, the question, the request.
struct PolicyPublishing {
    let app: String
    let text: [UInt8]
    /// The file that findings of the server refer to.
    let document: SourceDocument
    /// Whether errors are accepted.
    let isForced: Bool
    /// Whether the user has confirmed already.
    let isConfirmed: Bool
    let impact: ImpactOptions
    /// Whether the policy takes something back. That is never refused for the installations that it hits.
    var isTakingBack = false
    let output: PublishOutput

    /// Runs the steps. `request` returns the request that publishes.
    func run(_ client: APIClient, request: (PreflightReport) -> APIRequest) async throws {
        let question = APIRequest.post("apps", app, "preflight").sending(text).adviceIfLost("try again")
            .counting(impact.days)
        let preflight = PreflightReport(
            json: try await client.send(question).json, app: app, document: document, style: output.style)
        try output.show(preflight.lines + OldClientNotes.lines(of: text, at: Date()))
        if preflight.isRefused, !isForced {
            let error = ToolError.badData(
                "nothing was published: \(preflight.summary); to publish it anyway give --force --reason TEXT")
            throw try output.printing(PublishRefusal(.errors, error), preflight: preflight.json)
        }
        if preflight.changesNothing {
            guard preflight.takesReleasesAlong else {
                try output.printJSON(preflight: preflight.json, publication: nil)
                if !output.json { try printOutput("\nNothing to do: this policy is already published for \(app).") }
                return
            }
            try output.show(["", "This policy is already published, but release data wait; they will be published."])
        }
        try output.ask(impact, about: preflight.json, isTakingBack: isTakingBack, isConfirmed: isConfirmed)
        try output.printPublication(
            try await client.send(request(preflight).keeping(impact)).json, preflight: preflight.json)
    }
}

/// The options of commands that publish a policy to an app.
struct PublishOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @Flag(help: .yes) var yes = false

    @OptionGroup var forcing: ForceOptions

    @Option(parsing: .unconditional, help: .note)
    var note: String?

    @Flag(help: .jsonLine) var json = false

    @OptionGroup(title: "Limits")
    var impact: ImpactOptions

    @OptionGroup var server: ServerOptions

    /// The checked note, and the reason for accepting errors.
    var texts: (note: String?, reason: String?) {
        get throws(ToolError) { (try shortText(note, option: "note"), try forcing.checkedReason) }
    }

    func publishing(_ text: [UInt8], to app: String, document: SourceDocument) -> PolicyPublishing {
        PolicyPublishing(
            app: app, text: text, document: document, isForced: forcing.force, isConfirmed: yes, impact: impact,
            output: PublishOutput(app: app, json: json))
    }
}

/// The output of commands that publish.
struct PublishOutput {
    let app: String
    /// Whether to print one line of JSON at the end.
    let json: Bool

    var style: TerminalStyle { json ? .plain : .standardOutput }

    /// With `--json` the report goes to standard error, and one line of JSON to standard output at the end.
    func show(_ lines: [String]) throws {
        if json { lines.forEach(printError) } else { try printOutput(lines) }
    }

    func printJSON(preflight: JSONValue?, publication: JSONValue?) throws {
        guard json else { return }
        let answer: JSONValue = ["preflight": preflight ?? nil, "publication": publication ?? nil]
        try printOutput(answer.jsonLine)
    }

    /// Prints a refusal as JSON, if that was asked for, and returns the error that ends the command.
    func printing(_ refusal: PublishRefusal, preflight: JSONValue) throws -> any Error {
        if json {
            let answer: JSONValue = ["preflight": preflight, "publication": nil, "refusal": refusal.jsonValue]
            try printOutput(answer.jsonLine)
        }
        return refusal.error
    }

    /// Checks the limits of a publication by the forecast `impact` in the server's answer, and asks for a confirmation.
    /// `isConfirmed` is whether `--yes` was given. After an error nothing may be published.
    func ask(
        _ limits: ImpactOptions, about preflight: JSONValue, isTakingBack: Bool = false, isConfirmed: Bool
    ) throws {
        do throws(PublishRefusal) {
            let forecast = preflight["impact"]
            try limits.check(forecast, of: app)
            try PublishQuestion(forecast).ask(
                "Publish to \(app)", isConfirmed: isConfirmed, isAllowed: isTakingBack || limits.maxBlocked != nil,
                otherwise: "nothing was published")
        } catch {
            throw try printing(error, preflight: preflight)
        }
    }

    func printPublication(_ publication: JSONValue, preflight: JSONValue?) throws {
        try printJSON(preflight: preflight, publication: publication)
        if json { return }
        let report = PublicationReport(app: app, publication: publication, verb: "PUBLISHED", style: style)
        try printOutput([""] + report.lines + ["", report.advice])
    }
}
