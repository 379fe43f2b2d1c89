import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import AirworthyServer

@Suite struct HTTPProblemTests {
    private static let statuses: [(kind: ProblemKind, status: Int)] = [
        (.notFound, 404), (.gone, 410), (.slugTaken, 409), (.nameTaken, 409), (.invalid, 400),
        (.preflightFailed, 422), (.wrongApp, 422), (.tooLarge, 413), (.preconditionRequired, 428),
        (.preconditionFailed, 412), (.limitExceeded, 409), (.impactUnknown, 409), (.signedElsewhere, 409),
        (.signedHere, 409), (.notTrusted, 422), (.revisionNotRising, 409), (.noSigningKey, 503), (.clockWrong, 503),
        (.clocksDiffer, 409), (.nothingPublished, 404), (.degraded, 503), (.catalogNotLearnt, 503),
        (.unauthorized, 401), (.forbidden, 403), (.webPage, 403), (.noRelease, 404), (.pruned, 410),
        (.methodNotAllowed, 405), (.unsupportedMediaType, 415), (.bodyTooLarge, 413), (.urlTooLong, 414),
        (.headersTooLarge, 431), (.requestTimeout, 408), (.tooManyFailures, 429), (.tooManyRequests, 429),
        (.overloaded, 503), (.notReady, 503), (.appFull, 507), (.tooManyRevisions, 429), (.tooManyTokens, 409),
        (.storeFull, 507), (.storeLocked, 503), (.storeUnavailable, 503), (.outcomeUnknown, 503), (.refused, 400),
        (.internal, 500),
    ]

    @Test(arguments: statuses)
    func `each kind has its HTTP status with a reason phrase, and its problem type`(kind: ProblemKind, status: Int) {
        let problem = HTTPProblem(ControlPlaneError(kind, detail: "because"))
        #expect(problem.status.code == status && !problem.status.reasonPhrase.isEmpty)
        #expect(problem.kind == kind)
        #expect(problem.detail == "because")
    }

    @Test func `the table of kinds in this test is complete`() {
        #expect(Self.statuses.map(\.kind) == ProblemKind.allCases)
    }

    @Test func `findings in a document turn 400 into 422`() {
        let finding = Finding(
            code: "unknown-key", severity: .error, path: "a", position: TextPosition(line: 2, column: 3), message: "no")
        let problem = HTTPProblem(ControlPlaneError(.invalid, detail: "unreadable", findings: [finding]))
        #expect(problem.status.code == 422)
        #expect(
            problem.jsonValue(instance: "id")["findings"]
                == [
                    [
                        "code": "unknown-key", "severity": "error", "path": "a", "line": 2, "column": 3,
                        "message": "no",
                    ]
                ])
    }

    @Test(arguments: [
        (ProblemKind.catalogNotLearnt, String?("5")), (.storeLocked, "1"), (.overloaded, "1"), (.degraded, nil),
        (.storeUnavailable, "5"), (.outcomeUnknown, "5"),
    ])
    func `problems that waiting solves have Retry-After`(kind: ProblemKind, seconds: String?) {
        #expect(HTTPProblem(kind, detail: "x").response(instance: "").headers[.retryAfter] == seconds)
    }

    @Test(arguments: [
        (StoreError.full, 507), (.locked, 503), (.unavailable("disk sda1"), 503), (.newerSchema("9"), 503),
        (.outcomeUnknown, 503),
    ])
    func `problems of store errors do not contain the cause`(error: StoreError, status: Int) {
        let problem = HTTPProblem(error)
        #expect(problem.status.code == status)
        #expect(!problem.detail.contains("sda1"))
    }

    @Test func `a problem of an unknown error does not contain its text`() {
        struct Secret: Error, CustomStringConvertible { let description = "password=hunter2" }
        let problem = HTTPProblem(any: Secret())
        #expect(problem.kind == .internal)
        #expect(!problem.jsonValue(instance: "id").jsonText().contains("hunter2"))
    }

    @Test(arguments: [
        (HTTPResponse.Status.badRequest, 400), (.notFound, 404), (.contentTooLarge, 413), (.conflict, 409),
    ])
    func `errors of Hummingbird keep their status but not their text`(status: HTTPResponse.Status, code: Int) {
        #expect(HTTPProblem(any: HTTPError(status, message: "secret")).status.code == code)
        #expect(!HTTPProblem(any: HTTPError(status, message: "secret")).detail.contains("secret"))
    }

    @Test func `a body above a limit is 413`() {
        #expect(HTTPProblem(any: NIOTooManyBytesError(maxBytes: 1)).status.code == 413)
    }

    @Test func `a problem response has all members of RFC 9457`() throws {
        let response = HTTPProblem.parameter("version", detail: "it is missing").response(instance: "abc-1")
        #expect(response.headers[.contentType] == "application/problem+json")
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(
            HTTPProblem.parameter("version", detail: "it is missing").jsonValue(instance: "abc-1") == [
                "type": "urn:airworthy:problem:invalid", "title": "The input is invalid", "status": 400,
                "detail": "version: it is missing", "parameter": "version", "instance": "abc-1",
            ])
        #expect(HTTPProblem(.unauthorized, detail: "x").response(instance: "").headers[.wwwAuthenticate] == "Bearer")
    }

    @Test func `foreign text in a message is shortened and has no control characters`() {
        #expect("a\u{0}b".forMessage == "a\u{FFFD}b")
        #expect(String(repeating: "x", count: 100).forMessage == String(repeating: "x", count: 64) + "…")
    }
}
