import ServerSupport
import Tracing

/// The place of a span in a trace, as in the header `traceparent` of W3C Trace Context.
struct TraceParent: Hashable, Sendable {
    static let field = "traceparent"
    /// The length of a value of version 00.
    private static let length = 55

    /// The id of the trace, not 0.
    let traceID: UInt128
    /// The id of the span, not 0.
    let spanID: UInt64
    let isSampled: Bool
}

extension TraceParent {
    /// Reads a value strictly: `00-<32 hex digits>-<16 hex digits>-<2 hex digits>` in lower case; of a later version,
    /// this much at its beginning.
    init?(_ text: String) {
        let bytes = Array(text.utf8.prefix(Self.length + 1))
        guard bytes.count >= Self.length, [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
            let version = Self.number(bytes[0..<2]), version != 0xFF,
            version == 0
                ? text.utf8.count == Self.length : bytes.count == Self.length || bytes[55] == UInt8(ascii: "-"),
            let traceID = Self.number(bytes[3..<35]), traceID != 0,
            let spanID = Self.number(bytes[36..<52]), spanID != 0,
            let flags = Self.number(bytes[53..<55])
        else { return nil }
        self.init(traceID: traceID, spanID: UInt64(spanID), isSampled: flags & 1 == 1)
    }

    var text: String { "00-\(traceIDText)-\(spanIDText)-\(isSampled ? "01" : "00")" }
    var traceIDText: String { Self.hex(traceID, digits: 32) }
    var spanIDText: String { Self.hex(spanID, digits: 16) }

    static func hex(_ number: some BinaryInteger, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt128? {
        let isHex = digits.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
        return isHex ? UInt128(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
}

private enum TraceParentKey: InstrumentationContextKey {
    typealias Value = TraceParent
    static let nameOverride: String? = "traceparent"
}

extension InstrumentationContext {
    /// The span that is in progress.
    var traceParent: TraceParent? {
        get { self[TraceParentKey.self] }
        set { self[TraceParentKey.self] = newValue }
    }
}
