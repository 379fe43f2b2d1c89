import Airworthy
import Foundation
import Testing

/// The transport over `URLSession`, against a server on this machine.
@Suite(.timeLimit(.minutes(5))) struct URLSessionTransportTests {
    private let transport = Airworthy.Transport.urlSession()

    private func head(_ status: String, _ fields: String...) -> [UInt8] {
        Array("HTTP/1.1 \(status)\r\nConnection: close\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n".utf8)
    }

    @Test func `a request and its response keep status, header fields and body`() async throws {
        let server = try TinyServer([head("200 OK", "Content-Length: 5", "ETag: \"a\"") + Array("hello".utf8)])
        let response = try await transport.send(
            TransportRequest(url: server.url, headers: ["If-None-Match": "\"b\""]))
        #expect(response.status == 200)
        #expect(response["etag"] == "\"a\"")
        #expect(response.body == Array("hello".utf8))
        let asked = try #require(server.requests.first)
        #expect(asked.hasPrefix("GET /file HTTP/1.1\r\n"))
        #expect(asked.lowercased().contains("if-none-match: \"b\""))
        #expect(!asked.lowercased().contains("cookie"))
    }

    @Test func `a 304 and a 503 are responses, not errors`() async throws {
        for status in [304, 503] {
            let server = try TinyServer([head("\(status) X", "Retry-After: 7")])
            let response = try await transport.send(TransportRequest(url: server.url))
            #expect(response.status == status)
            #expect(response["Retry-After"] == "7")
        }
    }

    @Test(arguments: [(100, true), (101, false)])
    func `a body above the limit is an error`(_ count: Int, _ fits: Bool) async throws {
        let body = [UInt8](repeating: 65, count: count)
        let server = try TinyServer([head("200 OK"), body])
        let request = TransportRequest(url: server.url, maximumBytes: 100)
        if fits {
            #expect(try await transport.send(request).body == body)
        } else {
            await #expect(throws: TransportError.tooLarge(limit: 100)) { try await transport.send(request) }
        }
    }

    @Test func `an endless body is cancelled at the limit`() async throws {
        let endless = [[UInt8]](repeating: [UInt8](repeating: 65, count: 65_536), count: 1_000)
        let server = try TinyServer([head("200 OK")] + endless + [[]])
        let request = TransportRequest(url: server.url, maximumBytes: 262_144)
        await #expect(throws: TransportError.tooLarge(limit: 262_144)) { try await transport.send(request) }
    }

    @Test func `a cancelled request ends at once even if the server never answers`() async throws {
        let server = try TinyServer([[]])
        let request = Task { [transport] in
            try await transport.send(TransportRequest(url: server.url, timeout: 600))
        }
        await wait(until: { !server.requests.isEmpty })
        request.cancel()
        await #expect(throws: (any Error).self) { try await request.value }
    }

    @Test func `a request cancelled before it starts ends`() async throws {
        let server = try TinyServer([[]])
        let request = Task { [transport] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(TransportRequest(url: server.url, timeout: 600))
        }
        await #expect(throws: (any Error).self) { try await request.value }
    }

    @Test func `a refused connection is an error`() async throws {
        let port = try TinyServer([[]]).port
        await #expect(throws: (any Error).self) {
            try await transport.send(TransportRequest(url: URL(string: "http://127.0.0.1:\(port)/")!))
        }
    }

    @Test func `a redirect to plain http elsewhere is not followed`() async throws {
        let server = try TinyServer([head("302 Found", "Location: http://192.0.2.1/x", "Content-Length: 0")])
        let response = try await transport.send(TransportRequest(url: server.url))
        #expect(response.status == 302)
    }
}
