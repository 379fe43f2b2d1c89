import Dispatch
import Synchronization
import Testing

@testable import AirworthyTool

@Suite(.timeLimit(.minutes(5))) struct LogWriterTests {
    private final class Sink: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }
        var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
    }

    @Test func `lines are written in order`() {
        let sink = Sink()
        let writer = LogWriter { sink.add($0) }
        for number in 0..<1_000 { writer.write("line \(number)") }
        writer.flush(within: .seconds(60))
        #expect(sink.text == (0..<1_000).map { "line \($0)\n" }.joined())
        #expect(writer.dropped == 0)
    }

    @Test func `while the reader stalls, lines beyond the capacity are dropped and counted`() {
        let (sink, gate) = (Sink(), DispatchSemaphore(value: 0))
        let writer = LogWriter(capacity: 100) { bytes in
            gate.wait()
            sink.add(bytes)
        }
        // Nine bytes a line with the newline: eleven fit, and no call waits for the reader.
        for number in 100..<200 { writer.write("line \(number)") }
        #expect(writer.dropped == 89)
        for _ in 0..<20 { gate.signal() }
        writer.flush(within: .seconds(60))
        #expect(sink.text == (100..<111).map { "line \($0)\n" }.joined())
        writer.write("again")
        writer.flush(within: .seconds(60))
        #expect(sink.text.hasSuffix("line 110\nagain\n") && writer.dropped == 89)
    }
}
