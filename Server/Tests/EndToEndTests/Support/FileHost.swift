import AirworthyPolicy
import Foundation
import Synchronization
import ToolTesting

/// A web server for static files with `Date`, entity tags and 304.
final class FileHost: Sendable {
    private struct Files {
        var bodies: [String: [UInt8]] = [:]
        var date: Date?
    }

    /// The state shared with the answering thread.
    private final class Shared: Sendable {
        let files = Mutex(Files())

        func answer(_ request: ScriptedServer.Request) -> ScriptedServer.Answer {
            let (body, date) = files.withLock { ($0.bodies[request.target], $0.date ?? Date()) }
            let headers = ["Date": Self.text(date)]
            guard let body else { return .http("404 Not Found", "", headers) }
            let tag = "\"\(body.hashValue)\""
            let tagged = headers.merging(["ETag": tag]) { $1 }
            if request.headers["if-none-match"] == tag { return .http("304 Not Modified", "", tagged) }
            return .ok(String(decoding: body, as: UTF8.self), tagged)
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

    /// All requests.
    var requests: [ScriptedServer.Request] { server.requests }

    /// Stores a file at a path.
    func put(_ text: String, at path: String) { shared.files.withLock { $0.bodies[path] = Array(text.utf8) } }

    /// Sets the server's clock.
    func setDate(_ date: Date) { shared.files.withLock { $0.date = date } }

    /// Stops the server.
    func stop() { server.stop() }
}

/// Returns an instant from its text.
func instant(_ text: String) -> Date {
    guard let date = Timestamp.parse(text) else { preconditionFailure("\(text) is not an instant") }
    return date
}
