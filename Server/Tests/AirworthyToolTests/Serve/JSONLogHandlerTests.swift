import AirworthyPolicy
import Foundation
import Logging
import Synchronization
import Testing

@testable import AirworthyTool

@Suite struct JSONLogHandlerTests {
    private struct Hostile: Error, CustomStringConvertible { let description = "a\"},{\n\u{1B}[31m" }

    private func lines(_ body: (Logger) -> Void) -> [String] {
        let lines = Mutex<[String]>([])
        let logger = Logger(label: "test") { _ in LineLogHandler(.json) { line in lines.withLock { $0.append(line) } } }
        WallClock.$source.withValue(WallClock.Source { Date(timeIntervalSince1970: 1_795_212_000) }) { body(logger) }
        return lines.withLock { $0 }
    }

    @Test func `an event is one object with time, level and event first, then the metadata by name`() {
        let lines = lines { logger in
            var logger = logger
            logger[metadataKey: "hb.request.id"] = "abc"
            logger.info(
                "request",
                metadata: [
                    "status": .stringConvertible(404), "route": "/v1/apps/{app}/manifest",
                    "new": .stringConvertible(true),
                    "half": .stringConvertible(0.5), "list": ["a", .stringConvertible(2)],
                    "outer": ["inner": "x", "deep": ["er": "y"]],
                ])
            logger.debug("not this")
        }
        #expect(
            lines == [
                #"{"time":"2026-11-20T22:00:00Z","level":"info","event":"request","half":0.5,"list":["a",2],"new":true,"#
                    + #""outer.deep.er":"y","outer.inner":"x","request":"abc","route":"/v1/apps/{app}/manifest","status":404}"#
            ])
    }

    @Test func `metadata cannot replace time, level or event`() throws {
        let lines = lines { $0.warning("real", metadata: ["event": "forged", "time": "never", "level": "debug"]) }
        let json = try JSONReader.read(lines[0]).jsonValue
        #expect(json["event"] == "real" && json["level"] == "warning" && json["time"] == "2026-11-20T22:00:00Z")
        #expect(json["event_"] == "forged" && json["time_"] == "never" && json["level_"] == "debug")
    }

    @Test(arguments: [
        "", "plain", "a\"b", "a\\b", "a\nb", "a\r\nb", "a\tb", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "\u{9B}31m",
        "\u{1B}[2J", "\u{2028}\u{2029}", "\u{202E}txet", "\u{2066}x\u{2069}", "\u{E0041}", "日本語 🧵", "\u{FEFF}",
        "\u{FFFD}",
        "\"}\n{\"time\":\"2026-01-01T00:00:00Z\",\"level\":\"info\",\"event\":\"forged\"}",
        String(repeating: "\"\\\n", count: 1_000), "e\u{301}", "\u{10FFFF}", "\\u0041", "</script>",
    ])
    func `whatever text is logged, a line is one object, has nothing that a terminal obeys, and reads back equal`(
        _ text: String
    ) throws {
        let lines = lines { logger in
            logger.error(
                "\(text)", error: Hostile(), metadata: ["value": .string(text), "\(text)key": "x", "n": [text: "y"]])
        }
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(!line.unicodeScalars.contains { $0.isObeyedByTerminals })
        // Compared by scalars, because Swift takes canonically equivalent texts for equal.
        let json = try JSONReader.read(line).jsonValue
        #expect(json["event"]?.stringValue.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
        #expect(json["value"]?.stringValue.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
        #expect(json["\(text)key"] == "x" && json["n.\(text)"] == "y")
        #expect(json["error"]?.stringValue == Hostile().description)
    }

    @Test func `a number that JSON does not know is text`() throws {
        let lines = lines { logger in
            logger.info(
                "event",
                metadata: [
                    "a": .stringConvertible(Double.nan), "b": .stringConvertible(-Double.infinity),
                    "c": .stringConvertible(UInt64.max),
                ])
        }
        #expect(lines[0].hasSuffix(#","a":"nan","b":"-inf","c":18446744073709551615}"#))
    }
}
