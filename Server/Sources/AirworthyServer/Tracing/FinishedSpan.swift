import AirworthyPolicy
import Tracing

/// A span that has ended, with everything that is exported.
struct FinishedSpan: Sendable {
    let place: TraceParent
    /// The id of the span around it; `nil` for the first of a trace.
    let parentID: UInt64?
    let name: String
    let kind: SpanKind
    /// Nanoseconds since the Unix epoch.
    let start: UInt64
    let end: UInt64
    let attributes: SpanAttributes
    let hasFailed: Bool

    /// The span in the JSON of OTLP.
    var jsonValue: JSONValue {
        var members: JSONObject = [
            "traceId": .string(place.traceIDText), "spanId": .string(place.spanIDText), "name": .string(name),
            "kind": .of(kindNumber), "startTimeUnixNano": .string("\(start)"), "endTimeUnixNano": .string("\(end)"),
            "attributes": .array(Self.list(attributes)),
            "status": hasFailed ? ["code": .of(2)] : .object([:]),
        ]
        if let parentID { members["parentSpanId"] = .string(TraceParent.hex(parentID, digits: 16)) }
        return .object(members)
    }

    private var kindNumber: Int {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }

    /// Returns the body of an OTLP/HTTP request.
    static func body(of spans: [FinishedSpan], version: String) -> [UInt8] {
        var resource = SpanAttributes()
        resource["service.name"] = "airworthy"
        resource["service.version"] = version
        let scope: JSONValue = [
            "scope": ["name": "airworthy", "version": .string(version)], "spans": .array(spans.map(\.jsonValue)),
        ]
        let body: JSONValue = [
            "resourceSpans": [["resource": ["attributes": .array(list(resource))], "scopeSpans": [scope]]]
        ]
        return body.jsonBytes()
    }

    private static func list(_ attributes: SpanAttributes) -> [JSONValue] {
        var list: [(name: String, value: JSONValue)] = []
        attributes.forEach { name, value in
            let json: JSONValue =
                switch value {
                case .int32(let number): ["intValue": .string("\(number)")]
                case .int64(let number): ["intValue": .string("\(number)")]
                case .bool(let flag): ["boolValue": .bool(flag)]
                case .string(let text): ["stringValue": .string(text)]
                default: ["stringValue": .string("\(value)")]
                }
            list.append((name, json))
        }
        return list.sorted { $0.name < $1.name }.map { ["key": .string($0.name), "value": $0.value] }
    }
}
