import Foundation
import OutgoingHTTP
import Testing

@testable import AppStoreConnect

@Suite(.timeLimit(.minutes(5))) struct ErrorTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let answer: Script.Answer
        let kind: AppStoreConnectError.Kind
        /// The attempts of a read.
        let attempts: Int

        init(
            _ status: Int, _ kind: AppStoreConnectError.Kind, code: String? = nil, body: String? = nil,
            attempts: Int = 1
        ) {
            name = "\(status) \(code ?? body?.prefix(20).description ?? "empty")"
            answer = code.map { .refusal(status, $0) } ?? .json(body ?? "", status: status)
            self.kind = kind
            self.attempts = attempts
        }

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(400, .invalidRequest, code: "PARAMETER_ERROR.ILLEGAL"),
        Case(400, .invalidRequest, code: "PARAMETER_ERROR.INVALID"),
        Case(400, .invalidRequest, code: "PARAMETER_ERROR.REQUIRED"),
        Case(400, .invalidRequest, code: "ENTITY_INVALID"),
        Case(400, .invalidRequest), Case(401, .credentials, code: "NOT_AUTHORIZED", attempts: 2),
        Case(401, .credentials, attempts: 2), Case(401, .credentials, code: "NOT_AUTHORIZED.OF.NEXT_YEAR", attempts: 2),
        Case(403, .credentials, code: "NOT_AUTHORIZED"), Case(403, .forbidden, code: "FORBIDDEN_ERROR"),
        Case(403, .forbidden),
        Case(403, .forbidden, code: "FORBIDDEN_ERROR.SOMETHING"), Case(403, .forbidden, body: "<html>no</html>"),
        Case(403, .agreements, code: "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED"),
        Case(403, .agreements, code: "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED.PAID"),
        Case(403, .forbidden, code: "FORBIDDEN.REQUIRED_AGREEMENTS_OF_ANOTHER_KIND"),
        Case(404, .notFound, code: "NOT_FOUND"), Case(404, .invalidRequest, code: "PATH_ERROR"), Case(404, .notFound),
        Case(405, .invalidRequest, code: "METHOD_NOT_ALLOWED"), Case(406, .invalidRequest, body: "not acceptable"),
        Case(409, .conflict, code: "ENTITY_ERROR.ATTRIBUTE.INVALID"),
        Case(409, .conflict, code: "STATE_ERROR.WHATEVER"),
        Case(409, .conflict), Case(410, .notFound), Case(415, .invalidRequest),
        Case(422, .invalidRequest, code: "ENTITY_UNPROCESSABLE"), Case(418, .invalidRequest, code: "TEAPOT"),
        Case(429, .rateLimited, code: "RATE_LIMIT_EXCEEDED", attempts: 4), Case(429, .rateLimited, attempts: 4),
        Case(408, .timedOut, attempts: 4), Case(500, .server, code: "UNEXPECTED_ERROR", attempts: 4),
        Case(500, .server, attempts: 4), Case(501, .server), Case(502, .server, body: "<html>Bad</html>", attempts: 4),
        Case(503, .server, attempts: 4), Case(504, .server, body: #"{"errors":["#, attempts: 4),
        Case(301, .malformed), Case(304, .malformed), Case(200, .malformed),
        Case(200, .malformed, body: "<!DOCTYPE html>"),
        Case(200, .malformed, body: #"{"data":[{"type":"apps","#), Case(200, .malformed, body: "{}"),
        Case(200, .malformed, body: "[]"), Case(200, .malformed, body: #"{"data":[{"type":"apps"}]}"#),
        Case(200, .malformed, body: #"{"data":[7]}"#),
        Case(200, .malformed, body: String(repeating: "[", count: 100_000)), Case(204, .malformed),
    ]

    @Test(arguments: cases)
    func `each response has one kind of error, and only transient ones are retried`(_ example: Case) async throws {
        let script = Script(example.answer)
        let client = try script.client()
        let error = await #expect(throws: AppStoreConnectError.self) { try await client.apps(bundleID: "x") }
        #expect(error?.kind == example.kind)
        #expect(script.requests.count == example.attempts)
    }

    @Test(
        arguments: zip(
            [HTTPTransport.Failure.timedOut, .unreachable("reset by peer"), .tooLarge],
            [(AppStoreConnectError.Kind.timedOut, 4), (.unreachable, 4), (.malformed, 1)]))
    func `failures without a response are distinguished`(
        _ failure: HTTPTransport.Failure, _ expected: (AppStoreConnectError.Kind, Int)
    ) async throws {
        let script = Script(.failure(failure))
        let client = try script.client()
        let error = await #expect(throws: AppStoreConnectError.self) { try await client.apps(bundleID: "x") }
        #expect(error?.kind == expected.0)
        #expect(error?.status == nil)
        #expect(script.requests.count == expected.1)
    }

    @Test func `an error carries Apple's detail and code`() async throws {
        let script = Script(.refusal(409, "ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE"))
        let client = try script.client()
        let error = await #expect(throws: AppStoreConnectError.self) { try await client.pingWebhook(id: "w") }
        #expect(
            error
                == AppStoreConnectError(
                    .conflict, status: 409, code: "ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE", detail: "why"))
        #expect(
            "\(try #require(error))" == "conflict (409 ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE): why")
    }

    @Test func `of several errors a missing agreement decides`() async throws {
        let script = Script(
            .json(
                #"{"errors":[{"status":"403","code":"FORBIDDEN_ERROR","title":"a"},7,{"title":"b"},"#
                    + #"{"code":"FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED","title":"sign it"}]}"#,
                status: 403))
        let client = try script.client()
        let error = await #expect(throws: AppStoreConnectError.self) { try await client.apps(bundleID: "x") }
        #expect(error?.kind == .agreements)
        #expect(error?.detail == "sign it")
    }

    @Test func `Apple's text is shortened and loses its line breaks`() async throws {
        let long = String(repeating: #"a\n"#, count: 5_000)
        let script = Script(
            .json(#"{"errors":[{"code":"NOT_FOUND","title":"t","detail":"\#(long)"}]}"#, status: 404))
        let client = try script.client()
        let error = try #require(
            await #expect(throws: AppStoreConnectError.self) { try await client.apps(bundleID: "x") })
        #expect(error.detail.count == 400)
        #expect(!error.detail.contains("\n"))
    }
}
