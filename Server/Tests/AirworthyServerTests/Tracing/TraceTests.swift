import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import InMemoryLogging
import Logging
import OutgoingHTTP
import ServiceLifecycle
import Synchronization
import Testing
import Tracing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct TraceTests {
    private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    // MARK: traceparent

    @Test(arguments: [
        (parent, true), ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00", false),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff", true),
        ("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03-what-comes-later", true),
        ("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
    ])
    func `a valid traceparent is read`(_ text: String, _ isSampled: Bool) throws {
        let place = try #require(TraceParent(text))
        #expect(place.traceIDText == "0af7651916cd43dd8448eb211c80319c" && place.spanIDText == "b7ad6b7169203331")
        #expect(place.isSampled == isSampled)
        #expect(TraceParent(place.text) == place)
    }

    @Test(arguments: [
        "", "-", "00", parent.uppercased(), parent + "-", parent + "0", " " + parent, parent + " ",
        String(parent.dropLast()), "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.later",
        "0x-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-０af7651916cd43dd8448eb211c8031-b7ad6b7169203331-01", String(repeating: "0", count: 100_000),
        "00-+af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    ])
    func `a malformed traceparent is ignored`(_ text: String) {
        #expect(TraceParent(text) == nil)
    }

    // MARK: Spans of requests

    private func spans(
        _ fields: [String], path: String = "/v1/apps/hashtags/decision?version=1.0&installID=secret-id",
        front: Bool = true, sampler: SpanSampler = .all, proxies: String = "127.0.0.0/8"
    ) async throws -> [FinishedSpan] {
        let recorder = SpanRecorder(sampler: sampler)
        let plane = ControlPlane(
            store: MeasuredStore(MemoryStore(), metrics: MetricsRegistry(), tracer: recorder),
            signer: Signer(keys: [], keyring: nil), now: { Date() })
        try await plane.housekeeping.load()
        _ = recorder.queue.take()
        var edge = HTTPEdge(
            plane: plane, proxies: try #require(TrustedProxies.parse([proxies]).proxies),
            observation: .init(
                version: "1", registry: MetricsRegistry(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, tracer: recorder),
            now: { Date() })
        edge.hasFront = front
        try await serving(services: { onReady in
            [edge.service(for: Listener(host: "127.0.0.1", port: 0), onReady: onReady)]
        }) { server in
            _ = try await server.ask("GET", path, fields: fields)
        }
        return recorder.queue.take()
    }

    @Test func `a request is a span of the caller's trace, by route and without its path or query`() async throws {
        let span = try #require(try await spans(["traceparent: \(Self.parent)", "X-Request-Id: abc"]).first)
        #expect(span.place.traceIDText == "0af7651916cd43dd8448eb211c80319c")
        #expect(span.parentID == 0xb7ad_6b71_6920_3331)
        #expect(span.name == "GET /v1/apps/{app}/decision")
        let body = String(decoding: FinishedSpan.body(of: [span], version: "1.2.3"), as: UTF8.self)
        #expect(!body.contains("secret-id") && !body.contains("hashtags"))
        let json = try JSONReader.read(body).jsonValue
        let resource = json["resourceSpans"]?.arrayValue?.first
        #expect(resource?["resource"]?["attributes"]?.arrayValue?.first?["value"]?["stringValue"] == "airworthy")
        let exported = try #require(resource?["scopeSpans"]?.arrayValue?.first?["spans"]?.arrayValue?.first)
        #expect(exported["traceId"] == "0af7651916cd43dd8448eb211c80319c")
        #expect(exported["parentSpanId"] == "b7ad6b7169203331" && exported["kind"] == 2)
        let start = try #require(exported["startTimeUnixNano"]?.stringValue.flatMap { UInt64($0) })
        let end = try #require(exported["endTimeUnixNano"]?.stringValue.flatMap { UInt64($0) })
        #expect(start > 1_700_000_000_000_000_000 && end >= start)
        let attributes = exported["attributes"]?.arrayValue ?? []
        #expect(
            attributes.compactMap { $0["key"]?.stringValue } == [
                "http.request.method", "http.response.status_code", "http.route", "request.id",
            ])
        #expect(attributes.first { $0["key"] == "http.response.status_code" }?["value"]?["intValue"] == "404")
    }

    @Test(arguments: [["traceparent: \(parent)", "X-Request-Id: abc"], ["X-Request-Id: abc"]])
    func `an answer has the same span with and without the router`(_ fields: [String]) async throws {
        let both = [
            try await spans(fields, path: "/health/live", front: true),
            try await spans(fields, path: "/health/live", front: false),
        ]
        for spans in both {
            let span = try #require(spans.first)
            #expect(spans.count == 1 && span.name == "GET /health/live" && span.kind == .server && !span.hasFailed)
            #expect((span.parentID == 0xb7ad_6b71_6920_3331) == (fields.count == 2) && span.end >= span.start)
        }
        #expect(both[0][0].attributes == both[1][0].attributes)
    }

    @Test func `transactions are spans inside of the request's`() async throws {
        let all = try await spans(["Authorization: Bearer adm_wrong"], path: "/v1/admin/whoami")
        #expect(all.map(\.name) == ["GET /v1/admin/whoami"], "a token that cannot be valid needs no look-up")
        let plane = SpanRecorder()
        let store = MeasuredStore(MemoryStore(), metrics: MetricsRegistry(), tracer: plane)
        try await plane.withSpan("request", ofKind: .server) { _ in _ = try await store.read { try $0.apps() } }
        let spans = plane.queue.take()
        #expect(spans.map(\.name) == ["store.read", "request"])
        #expect(spans[0].parentID == spans[1].place.spanID && spans[0].place.traceID == spans[1].place.traceID)
        #expect(spans[1].parentID == nil)
    }

    @Test(arguments: [
        ["traceparent: not-one"], ["traceparent: \(parent)", "traceparent: \(parent)"], [],
        ["traceparent: 00-00000000000000000000000000000000-b7ad6b7169203331-01"],
    ])
    func `with a malformed or doubled traceparent the request begins a trace of its own`(_ fields: [String])
        async throws
    {
        let span = try #require(try await spans(fields).first)
        #expect(span.parentID == nil)
        #expect(span.place.traceIDText != "0af7651916cd43dd8448eb211c80319c" && span.place.traceID != 0)
    }

    @Test(arguments: [true, false])
    func `only a trusted proxy continues a trace or says that it is not recorded`(front: Bool) async throws {
        for flags in ["00", "01"] {
            let span = try #require(
                try await spans(
                    ["traceparent: \(Self.parent.dropLast(2))\(flags)"], path: "/health/live", front: front,
                    proxies: "192.0.2.1"
                ).first)
            #expect(span.parentID == nil && span.place.traceIDText != "0af7651916cd43dd8448eb211c80319c")
        }
    }

    @Test(arguments: [true, false])
    func `the share of recorded traces holds for those that begin here`(front: Bool) async throws {
        let none = SpanSampler(ratio: 0)
        #expect(try await spans([], path: "/health/live", front: front, sampler: none).isEmpty)
        let continued = try await spans(
            ["traceparent: \(Self.parent)"], path: "/health/live", front: front, sampler: none)
        #expect(continued.map(\.name) == ["GET /health/live"])
    }

    @Test(
        arguments: [
            (0, 0, false), (0, UInt64.max, false), (0.5, 0, true), (0.5, (1 << 62) - 1, true), (0.5, 1 << 62, false),
            (0.5, (1 << 63) | 5, true), (1, 0, true), (1, UInt64.max, true), (1, UInt64.max >> 1, true),
        ] as [(Double, UInt64, Bool)])
    func `a trace is chosen by its id`(ratio: Double, id: UInt64, isRecorded: Bool) {
        #expect(SpanSampler(ratio: ratio).records(UInt128(7) << 64 | UInt128(id)) == isRecorded)
    }

    @Test func `a trace that its caller does not record is not recorded here`() async throws {
        #expect(try await spans(["traceparent: \(Self.parent.dropLast(2))00"]).isEmpty)
    }

    @Test func `requests to Apple carry the traceparent of their span`() async throws {
        let sent = Mutex<[HTTPTransport.Request]>([])
        let recorder = SpanRecorder()
        let transport = HTTPTransport { request throws(HTTPTransport.Failure) in
            sent.withLock { $0.append(request) }
            return HTTPTransport.Response(status: 429)
        }.traced(by: recorder, as: "app-store-connect")
        try await recorder.withSpan("outer") { _ in
            _ = try await transport.send(HTTPTransport.Request(url: "https://a.example/v1/apps?secret=1"))
        }
        let spans = recorder.queue.take()
        #expect(spans.map(\.name) == ["app-store-connect", "outer"])
        #expect(spans[0].hasFailed && spans[0].parentID == spans[1].place.spanID)
        let header = sent.withLock { $0.first?.headers.first { $0.name == "traceparent" }?.value }
        #expect(header == spans[0].place.text)
        #expect(!String(decoding: FinishedSpan.body(of: spans, version: "1"), as: UTF8.self).contains("secret"))
    }

    // MARK: Export

    private func span(_ number: Int) -> FinishedSpan {
        FinishedSpan(
            place: TraceParent(traceID: 1, spanID: UInt64(number + 1), isSampled: true), parentID: nil, name: "span",
            kind: .internal, start: 1, end: 2, attributes: [:], hasFailed: false)
    }

    @Test func `spans beyond the capacity are dropped and counted`() {
        let queue = SpanQueue(capacity: 600)
        for number in 0..<1_000 { queue.add(span(number)) }
        #expect(queue.dropped == 400)
        #expect(queue.take().count == 512 && queue.take().count == 88 && queue.take().isEmpty)
        queue.add(span(1))
        #expect(queue.take().count == 1 && queue.dropped == 400)
    }

    @Test func `the exporter sends batches, counts those that fail, logs once, and sends the rest when it stops`()
        async throws
    {
        let queue = SpanQueue()
        let logs = InMemoryLogHandler()
        let statuses = Mutex([500, 503, 200])
        let (requests, request) = AsyncStream<Int>.makeStream()
        let transport = HTTPTransport { sent throws(HTTPTransport.Failure) in
            #expect(sent.url == "http://collector/v1/traces" && sent.method == "POST")
            #expect(sent.headers.map { "\($0.name): \($0.value)" } == ["Content-Type: application/json", "api-key: k"])
            let json = try? JSONReader.read(sent.body ?? []).jsonValue
            let scope = json?["resourceSpans"]?.arrayValue?.first?["scopeSpans"]?.arrayValue?.first
            request.yield(scope?["spans"]?.arrayValue?.count ?? -1)
            return HTTPTransport.Response(status: statuses.withLock { $0.isEmpty ? 200 : $0.removeFirst() })
        }
        let (ticks, tick) = AsyncStream<Void>.makeStream()
        let exporter = SpanExporter(
            of: SpanRecorder(queue: queue), to: "http://collector", version: "1", transport: transport,
            logger: Logger(label: "test") { _ in logs }, headers: { [("api-key", "k")] },
            sleep: { _ in
                _ = await ticks.first { _ in true }
                try Task.checkCancellation()
            })
        let group = ServiceGroup(services: [exporter], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        async let run: Void = group.run()
        var iterator = requests.makeAsyncIterator()
        for number in 0..<1_030 { queue.add(span(number)) }
        tick.yield()
        #expect(await iterator.next() == 512)
        #expect(await iterator.next() == 512)
        #expect(await iterator.next() == 6)
        while !logs.entries.contains(where: { $0.message == "traces.recovered" }) { await Task.yield() }
        queue.add(span(9))
        await group.triggerGracefulShutdown()
        try await run
        #expect(await iterator.next() == 1)
        #expect(queue.dropped == 1_024)
        #expect(logs.entries.map { "\($0.message)" } == ["traces.failed", "traces.recovered"])
    }
}
