import Foundation
import Hummingbird
import Logging
import NIOCore

/// A minimal Hummingbird program with one route that returns a prepared buffer: the third column of the table.
@main
struct BareServer {
    static func main() async throws {
        let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: 200)
        let router = Router()
        router.get("control") { _, _ in
            Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
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
}
