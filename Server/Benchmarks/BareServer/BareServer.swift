import Foundation
import Hummingbird
import Logging
import NIOCore

/// The least that a Hummingbird program can be: each route returns a prepared buffer. A column of the table.
///
/// Usage: `BareServer FILE`. `/file` returns the file, or 304 to a request with `If-None-Match`; `/control` returns 200
/// bytes.
@main
struct BareServer {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { fatalError("BareServer FILE") }
        let file = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
        let control = ByteBuffer(repeating: UInt8(ascii: "x"), count: 200)
        let router = Router()
        router.get("control") { _, _ in Self.response(control) }
        router.get("file") { request, _ in
            request.headers[.ifNoneMatch] == nil ? Self.response(file) : Response(status: .notModified)
        }
        var logger = Logger(label: "bare")
        logger.logLevel = .notice
        let app = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)
            }, logger: logger)
        try await app.runService()
    }

    private static func response(_ body: ByteBuffer) -> Response {
        Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
    }
}
