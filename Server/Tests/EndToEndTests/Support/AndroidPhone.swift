import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// The client of `Examples/android`, compiled, on a device of its own.
struct AndroidPhone {
    /// Whether Kotlin, Java and Android's `org.json` are there. `scripts/bootstrap ci` installs them.
    static let isPossible: Bool = {
        let isThere = [kotlin, java, json].allSatisfy(FileManager.default.fileExists(atPath:))
        if !isThere { print("SKIPPED: the Android example needs Kotlin, Java and Debian's libandroid-json-java") }
        return isThere
    }()

    private static let kotlin = "/usr/bin/kotlinc"
    private static let java = "/usr/bin/java"
    private static let json = "/usr/share/java/com.android.json.jar"
    private static let runtime = "/usr/share/java/kotlin-stdlib.jar"

    /// An installed version and what is known of the device.
    struct Question {
        var version = "1.9"
        var build = 19_000
        var channel = "play"
        var os: String? = "14"
        var installID: String?
        var now: String?

        fileprivate var text: String {
            var object: JSONObject = [
                "version": .string(version), "build": .number(JSONNumber(build)), "channel": .string(channel),
            ]
            if let os { object["os"] = .string(os) }
            if let installID { object["installID"] = .string(installID) }
            if let now { object["now"] = .string(now) }
            return JSONValue.object(object).jsonText()
        }
    }

    private let folder: ScratchFolder

    /// Compiles the example, as it is, with a program that asks it.
    init() throws {
        folder = try ScratchFolder()
        let example = Tool.root.appendingPathComponent("Examples/android")
        let sources = ["AirworthyClient.kt", "check/Main.kt"].map { example.appendingPathComponent($0).path }
        let result = try folder.run(
            sources + ["-classpath", Self.json, "-d", "client.jar"], program: URL(fileURLWithPath: Self.kotlin),
            environment: ["HOME": folder.url.path])
        try #require(result.status == 0, "\(result.errors)")
        let complaints = result.errors.split(separator: "\n").filter { $0.contains(".kt:") }
        #expect(complaints.isEmpty, "the compiler complains: \(complaints)")
    }

    /// Asks a server, one question after the other in one process, and returns the answers.
    func ask(
        _ questions: [Question], of server: String, app: String = "hashtags", pins: [String]
    ) throws -> [JSONValue] {
        try withExtendedLifetime(folder) {
            let classes = ["client.jar", Self.json, Self.runtime].joined(separator: ":")
            let result = try folder.run(
                [
                    "-classpath", classes, "com.example.airworthy.MainKt", server, app, "store.json",
                    pins.map { "root=\($0)" }.joined(separator: ","),
                ] + questions.map(\.text),
                program: URL(fileURLWithPath: Self.java), environment: ["HOME": folder.url.path])
            try #require(result.status == 0, "\(result.errors)")
            return try result.output.split(separator: "\n").map { try JSONReader.read(String($0)).jsonValue }
        }
    }

    func ask(
        _ question: Question = Question(), of server: String, app: String = "hashtags", pins: [String]
    ) throws -> JSONValue {
        try #require(try ask([question], of: server, app: app, pins: pins).first)
    }

    /// Removes what the app stored.
    func forget() { try? FileManager.default.removeItem(at: folder.url.appendingPathComponent("store.json")) }
}
