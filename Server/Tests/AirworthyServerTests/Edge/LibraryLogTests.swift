import InMemoryLogging
import Logging
import Testing

@testable import AirworthyServer

@Suite struct LibraryLogTests {
    private struct Secret: Error, CustomStringConvertible { let description = "GET /v1/x?token=adm_secret" }

    @Test(arguments: [
        ("Shutting down", "Shutting down"),
        (
            "Waiting on child channel: accept(descriptor:addr:len:): Too many open files (errno: 24)",
            "Waiting on child channel: accept(descriptor:addr:len:): Too many open files (errno: 24)"
        ),
        ("Server shutdown error: ChannelError.alreadyClosed", "Server shutdown error: ChannelError.alreadyClosed"),
        ("Server shutdown error: alreadyClosed", "Server shutdown error: alreadyClosed"),
        ("Waiting on child channel: CancellationError()", "Waiting on child channel: CancellationError()"),
        ("Failed: GET /v1/apps/x?token=adm_abc", "Failed: (left out)"),
        ("Failed: adm_4711secret", "Failed: (left out)"), ("Failed: adm_x: Not found (errno: 2)", "Failed: (left out)"),
        ("Failed on /v1/apps/x?installID=1", "(left out)"), ("Failed for adm_abc", "(left out)"),
        ("Failed: a\nforged line", "Failed: (left out)"), ("\u{1B}[31mred", "(left out)"), ("", "(left out)"),
        ("Failed: Bearer adm_x (errno: 2)", "Failed: (left out)"),
    ])
    func `a message of a library is passed on without what a request could have put there`(
        _ message: String, _ shown: String
    ) {
        let logs = InMemoryLogHandler()
        var logger = LibraryLogHandler.logger("hummingbird", forwardingTo: Logger(label: "test") { _ in logs })
        logger[metadataKey: "hb.request.id"] = "from-a-client"
        logger.error("\(message)", metadata: ["error": "adm_secret"])
        #expect(logs.entries.count == 1)
        #expect(logs.entries.first?.level == .error)
        #expect(logs.entries.first?.metadata == ["library": "hummingbird", "text": "\(shown)"])
    }

    @Test func `only warnings and errors are passed on, and of an error only its type`() {
        let logs = InMemoryLogHandler()
        var logger = LibraryLogHandler.logger("hummingbird", forwardingTo: Logger(label: "test") { _ in logs })
        logger.logLevel = .trace
        for level in Logger.Level.allCases { logger.log(level: level, "Message") }
        #expect(logs.entries.map(\.level) == [.warning, .error, .critical])
        logger.error("Message", error: Secret())
        #expect(logs.entries.last?.metadata["error.type"] == "Secret")
        #expect(!"\(logs.entries)".contains("adm_secret"))
    }
}
