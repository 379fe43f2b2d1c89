import AirworthyPolicy
import AirworthySupport
import ControlPlane
import Foundation

/// The command line and the request that give the same decision as the page.
struct ExplainCommands: Sendable {
    private let installation: Installation
    private let time: Date?
    private let app: String
    private let server: String

    /// The address in commands of a server that has none configured.
    private static let placeholder = "https://your-server.example.com"

    init(_ installation: Installation, at time: Date?, app: String, server: String?) {
        self.installation = installation
        self.time = time
        self.app = PercentEncoding.encode(app)
        self.server = server ?? Self.placeholder
    }

    /// The lines for a terminal: the manifest, and the decision from it with its trace.
    var decide: String { lines("--explain") }

    /// The lines for a terminal: the manifest, and the screen that an app shows at launch.
    func screen(in language: String) -> String { lines("--screen \(CommandText.word(language))") }

    private func lines(_ option: String) -> String {
        var words = facts(idName: "install-id").flatMap { fact in
            fact.value.map { ["--\(fact.name)", CommandText.word($0)] } ?? []
        }
        for (name, value) in attributes { words += ["--attribute", CommandText.word("\(name)=\(value)")] }
        if let time { words += ["--now", Timestamp.format(time)] }
        return """
            curl -fsS \(CommandText.word("\(server)/v1/apps/\(app)/manifest")) -o manifest.json
            airworthy decide --policy manifest.json \(words.joined(separator: " ")) \(option)
            """
    }

    /// The request of a device. It has neither time nor rollout id: the server decides for now.
    var deviceRequest: String {
        let attributes = attributes.map {
            (name: "attribute.\(PercentEncoding.encode($0.name))", value: Optional($0.value))
        }
        return "GET \(server)/v1/apps/\(app)/decision\(PathText.query(facts(idName: "installID") + attributes))"
    }

    private func facts(idName: String) -> [(name: String, value: String?)] {
        [
            ("version", installation.versionText), ("build", installation.build?.description),
            ("platform", installation.platform.description), ("channel", installation.channel.description),
            ("os", installation.os?.description), ("storefront", installation.storefront?.code),
            ("language", installation.language), (idName, installation.installID),
        ]
    }

    /// The attributes in the form that options and addresses have: texts that look like something else in quotes.
    private var attributes: [(name: String, value: String)] {
        installation.attributes.sorted { $0.key < $1.key }.map { name, value in
            guard case .string(let text) = value, AttributeText.value(of: text) == value else {
                return (name, value.jsonText())
            }
            return (name, text)
        }
    }
}
