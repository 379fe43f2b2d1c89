import AirworthyPolicy
import Foundation
import Synchronization
import ToolTesting

/// A host of static files, as any web server is: with the date, entity tags and 304.
final class FileHost: Sendable {
    private struct Files {
        var bodies: [String: [UInt8]] = [:]
        var date: Date?
    }

    /// What the thread that answers shares with the host.
    private final class Shared: Sendable {
        let files = Mutex(Files())

        func answer(_ request: ScriptedServer.Request) -> ScriptedServer.Answer {
            let (body, date) = files.withLock { ($0.bodies[request.target], $0.date ?? Date()) }
            let headers = ["Date": Self.text(date)]
            guard let body else { return .http("404 Not Found", body: "", headers: headers) }
            let tag = "\"\(body.hashValue)\""
            let tagged = headers.merging(["ETag": tag]) { $1 }
            if request.headers["if-none-match"] == tag { return .http("304 Not Modified", body: "", headers: tagged) }
            return .ok(String(decoding: body, as: UTF8.self), headers: tagged)
        }

        private static func text(_ date: Date) -> String {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            return formatter.string(from: date)
        }
    }

    private let server: ScriptedServer
    private let shared: Shared

    init() throws {
        let shared = Shared()
        self.shared = shared
        server = try ScriptedServer { shared.answer($0) }
    }

    var port: Int { Int(server.port) }

    /// Method, path and headers of what was asked.
    var requests: [ScriptedServer.Request] { server.requests }

    /// Puts a file in its place.
    func put(_ text: String, at path: String) { shared.files.withLock { $0.bodies[path] = Array(text.utf8) } }

    /// What it says the time is from now on.
    func setDate(_ date: Date) { shared.files.withLock { $0.date = date } }

    /// From now on nobody is there.
    func stop() { server.stop() }
}

/// An instant of a story.
func instant(_ text: String) -> Date {
    guard let date = Timestamp.parse(text) else { preconditionFailure("\(text) is no time") }
    return date
}
