import AirworthyPolicy
import AirworthyTrust
import ControlPlane

/// The body of a request that creates or changes an app.
package enum AppInput {
    /// The members of an app that can be changed.
    package static let changeable = App.settings.map(\.name).filter { $0 != "pins" } + ["pins"]
    /// All members of a new app.
    package static let all = ["slug", "signing", "audience", "lineage"] + changeable

    /// Reads a new app, and returns notes for the response with it. The server's online keys are the default pins if
    /// the server signs.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    static func app(
        _ object: InputObject, ownKeys: [PublicKey]
    ) throws(HTTPProblem) -> (app: App, notes: [String]) {
        var app = App(
            slug: try object.requiredText("slug"), bundleID: try object.requiredText("bundleID"), pins: [],
            signing: try object.choice("signing", of: App.Signing.self) ?? .server,
            audience: try object.text("audience") ?? Pins.defaultAudience, lineage: try object.text("lineage"))
        try change(object)(&app)
        guard object["pins"] == nil else { return (app, []) }
        guard app.signing == .server else {
            throw object.problem(
                with: "pins", detail: "\"pins\" is missing; list the pipeline's keys that the app's builds pin")
        }
        app.pins = ownKeys.map { PinnedKey($0, role: .online) }
        return (app, [ownKeysNote])
    }

    /// Reads changes of an app.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    static func change(_ object: InputObject) throws(HTTPProblem) -> @Sendable (inout App) -> Void {
        var values: [(setting: AppSetting, value: JSONValue)] = []
        for setting in App.settings {
            if let value = try value(of: setting, in: object) { values.append((setting, value)) }
        }
        return { [values] app in
            for (setting, value) in values {
                precondition(setting.set(&app, value), "\(setting.name) was read in its form")
            }
        }
    }

    /// Returns the value of a setting; `nil` if it is absent, or `null` although it cannot be removed.
    private static func value(of setting: AppSetting, in object: InputObject) throws(HTTPProblem) -> JSONValue? {
        let name = setting.name
        switch setting.form {
        case .text: return try object.text(name).map(JSONValue.string)
        case .optionalText: return object.has(name) ? .of(try object.text(name)) : nil
        case .optionalNumber: return object.has(name) ? .of(try object.number(name)) : nil
        case .word(let words): return try object.word(name, among: words).map(JSONValue.string)
        case .list(let rule, let isValid):
            guard let texts = try object.texts(name) else { return nil }
            for (text, pointer) in texts where !isValid(text) { throw .body(at: pointer, detail: rule) }
            return .of(texts.map(\.text))
        case .pins: return try pins(in: object)
        }
    }

    private static let ownKeysNote = """
        No pins were given, so this server's online keys are pinned. That is fine for a trial. Before the app ships, \
        create two root keys with "airworthy keys new", pin them in its builds, and list the same pins here.
        """

    private static func pins(in object: InputObject) throws(HTTPProblem) -> JSONValue? {
        guard let list = try object.list("pins") else { return nil }
        let pins = try list.map { node, pointer throws(HTTPProblem) -> JSONValue in
            let pin = try InputObject(node, at: pointer, known: ["key", "role", "id"])
            guard let key = PublicKey(base64: try pin.requiredText("key")) else {
                throw pin.problem(with: "key", detail: "write \(InputText.keyHint)")
            }
            if let id = try pin.text("id"), id != key.id {
                throw pin.problem(with: "id", detail: "the id of this key is \(key.id); write it or leave it out")
            }
            guard let role = try pin.choice("role", of: Role.self) else {
                throw pin.problem(with: "role", detail: "\"role\" is missing; write \"root\" or \"online\"")
            }
            return ["key": .string(key.base64), "role": .string(role.rawValue)]
        }
        return .array(pins)
    }
}
