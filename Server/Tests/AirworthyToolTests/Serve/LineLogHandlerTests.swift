import Foundation
import Logging
import Synchronization
import Testing

@testable import AirworthyTool

@Suite struct LineLogHandlerTests {
    private struct Broken: Error {}

    private func lines(_ level: Logger.Level = .info, _ body: (Logger) -> Void) -> [String] {
        let lines = Mutex<[String]>([])
        let logger = Logger(label: "test") { _ in
            var handler = LineLogHandler { line in lines.withLock { $0.append(line) } }
            handler.logLevel = level
            return handler
        }
        WallClock.$source.withValue(WallClock.Source { Date(timeIntervalSince1970: 1_795_212_000) }) { body(logger) }
        return lines.withLock { $0 }
    }

    @Test func `an event is logged as one line with sorted metadata`() {
        let lines = lines { logger in
            var logger = logger
            logger[metadataKey: "hb.request.id"] = "abc"
            logger.info("request", metadata: ["status": "404", "route": "/v1/apps/{app}/manifest"])
            logger.debug("not this")
        }
        #expect(lines == ["2026-11-20T22:00:00Z info request request=abc route=/v1/apps/{app}/manifest status=404"])
    }

    @Test(arguments: [
        ("a b", "\"a b\""), ("", "\"\""), ("a\"b", "\"a\\\"b\""), ("a\\b", "\"a\\\\b\""),
        ("a\n2026 info forged", "\"a\\n2026 info forged\""), ("\u{1B}[31m", "\"\\u{1b}[31m\""),
        ("a\u{2028}b", "\"a\\u{2028}b\""),
        ("日本語", "日本語"),
    ])
    func `control characters in a logged value are escaped`(_ value: String, _ shown: String) {
        let lines = lines { $0.warning("event", metadata: ["value": .string(value)]) }
        #expect(lines == ["2026-11-20T22:00:00Z warning event value=\(shown)"])
    }
}
