import AirworthyPolicy
import ControlPlane

/// Reads the context of an OpenFeature client.
///
/// `version`, `build`, `platform`, `channel`, `os`, `storefront` and `language` are what decisions know by these names, `targetingKey` is
/// the id of rollouts, and every other string, number or Boolean is an attribute. Everything may be missing.
enum FlagContext {
    private static let facts: Set<String> = [
        "version", "build", "platform", "channel", "os", "storefront", "language",
    ]

    /// Returns the installation that a context describes. The default platform is the app's first.
    /// - Throws: ``FlagProblem``.
    static func installation(in body: [UInt8], for app: App) throws(FlagProblem) -> Installation {
        let root: InputObject
        do throws(HTTPProblem) {
            root = try InputObject(try InputObject.parse(body), known: nil)
        } catch {
            throw FlagProblem(.parseError, details: error.detail)
        }
        do throws(HTTPProblem) {
            guard let context = root["context"] else {
                throw HTTPProblem.body(at: "/context", detail: "the context is missing; send {\"context\": {…}}")
            }
            return try installation(InputObject(context, at: "/context", known: nil), for: app)
        } catch {
            throw FlagProblem(.invalidContext, details: error.pointer.map { "\($0): \(error.detail)" } ?? error.detail)
        }
    }

    private static func installation(_ context: InputObject, for app: App) throws(HTTPProblem) -> Installation {
        var texts: [(name: String, value: String)] = []
        var attributes: [String: JSONValue] = [:]
        for (key, node) in context.all {
            switch (key, node.value) {
            case (_, .null): continue
            case ("targetingKey", .string("")): continue
            case ("targetingKey", _):
                texts.append(("installID", try InputObject.text(node, at: context.place(of: key))))
            // Numbers of builds are numbers in most programs.
            case ("build", .number(let number)): texts.append((key, number.text))
            case _ where facts.contains(key):
                texts.append((key, try InputObject.text(node, at: context.place(of: key))))
            case (_, .bool), (_, .number), (_, .string): attributes[key] = node.jsonValue
            // Programs put objects of their own into the context, which no rule can name.
            default: continue
            }
        }
        return try InstallationParameters(context: texts, attributes: attributes).installationOfAnyVersion(for: app)
    }
}
