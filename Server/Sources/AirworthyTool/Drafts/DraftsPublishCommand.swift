import AirworthyPolicy
import ArgumentParser

struct DraftsPublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish a draft, after showing what it changes.",
        discussion: """
            Shows the server's findings, the changes and whom they hit, and asks for \
            confirmation, as publish does with a file. If somebody saved the draft or \
            published another policy meanwhile, nothing is published (75). The note is that \
            of the draft unless --note gives another one.

            EXAMPLE
              $ airworthy drafts publish k3j9x0aq71mz --app hashtags --max-blocked 2%
            """)

    @Argument(help: .draft)
    var draft: String

    @OptionGroup var options: PublishOptions

    func run() async throws {
        let app = try appSlug(options.app, option: "app")
        let id = try DraftID.checked(draft)
        let (note, reason) = try options.texts
        let name = "draft \(id)"
        let document = SourceDocument(name: name, document: nil, isSentAsWritten: true)
        try await options.server.withClient(reportingOn: document) { client in
            let answer = try await client.send(.get("apps", app, "drafts", id))
            let record = try answer.json
            guard record["outdated"]?.boolValue != true else {
                throw ToolError.temporaryFailure("nothing was published: \(name): \(DraftReport.outdated)")
            }
            let text = Array((record["text"]?.stringValue ?? "").utf8)
            var body: JSONObject = [:]
            body["note"] = note.map(JSONValue.string)
            body["reason"] = reason.map(JSONValue.string)
            let request = APIRequest.post("apps", app, "drafts", id, "publish").sending(.object(body))
                .adding(header: "If-Match", value: answer.entityTag)
            try await options.publishing(text, to: app, document: document).run(client) { _ in request }
        }
    }
}
