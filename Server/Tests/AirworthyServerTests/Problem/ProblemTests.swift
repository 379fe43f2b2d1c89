import AirworthyPolicy
import AirworthyServer
import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@Suite struct ProblemTests {
    @Test(arguments: [
        (ControlPlaneError.Kind.notFound, 404), (.gone, 410), (.slugTaken, 409), (.invalid, 400),
        (.preflightFailed, 422), (.wrongApp, 422), (.tooLarge, 413), (.preconditionRequired, 428),
        (.preconditionFailed, 412), (.signedElsewhere, 409), (.signedHere, 409), (.notTrusted, 422),
        (.revisionNotRising, 409), (.noSigningKey, 503), (.clockWrong, 503), (.nothingPublished, 404),
        (.degraded, 503), (.catalogNotLearnt, 503), (.unauthorized, 401), (.forbidden, 403),
    ])
    func `what the services refuse has a status of its own`(kind: ControlPlaneError.Kind, status: Int) {
        let problem = Problem(ControlPlaneError(kind, detail: "because"))
        #expect(problem.status.code == status)
        #expect(problem.kind.rawValue == kind.rawValue)
        #expect(problem.detail == "because")
    }

    @Test(arguments: ControlPlaneError.Kind.allCases)
    func `every refusal of the services is a type of problem`(kind: ControlPlaneError.Kind) {
        #expect(Problem.Kind(rawValue: kind.rawValue) != nil)
    }

    @Test func `findings of a document are 422`() {
        let finding = Finding(
            code: "unknown-key", severity: .error, path: "a", position: TextPosition(line: 2, column: 3), message: "no")
        let problem = Problem(ControlPlaneError(.invalid, detail: "unreadable", findings: [finding]))
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
        (Problem.Kind.catalogNotLearnt, String?("5")), (.storeLocked, "1"), (.overloaded, "1"), (.degraded, nil),
    ])
    func `where waiting helps, the time is told`(kind: Problem.Kind, seconds: String?) {
        #expect(Problem(kind, "x").response(instance: "").headers[.retryAfter] == seconds)
    }

    @Test(arguments: [
        (StoreError.full, 507), (.locked, 503), (.unavailable("disk sda1"), 503), (.newerSchema("9"), 503),
    ])
    func `the store's troubles are told without its secrets`(error: StoreError, status: Int) {
        let problem = Problem(error)
        #expect(problem.status.code == status)
        #expect(!problem.detail.contains("sda1"))
    }

    @Test func `an unknown error says nothing about itself`() {
        struct Secret: Error, CustomStringConvertible { let description = "password=hunter2" }
        let problem = Problem(any: Secret())
        #expect(problem.kind == .internal)
        #expect(!problem.jsonValue(instance: "id").jsonText().contains("hunter2"))
    }

    @Test(arguments: [
        (HTTPResponse.Status.badRequest, 400), (.notFound, 404), (.contentTooLarge, 413), (.conflict, 409),
    ])
    func `errors of the framework keep their status`(status: HTTPResponse.Status, code: Int) {
        #expect(Problem(any: HTTPError(status, message: "secret")).status.code == code)
        #expect(!Problem(any: HTTPError(status, message: "secret")).detail.contains("secret"))
    }

    @Test func `a body that is too long is 413`() {
        #expect(Problem(any: NIOTooManyBytesError(maxBytes: 1)).status.code == 413)
    }

    @Test func `an answer has everything RFC 9457 asks for`() throws {
        let response = Problem.parameter("version", "it is missing").response(instance: "abc-1")
        #expect(response.headers[.contentType] == "application/problem+json")
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(
            Problem.parameter("version", "it is missing").jsonValue(instance: "abc-1") == [
                "type": "urn:airworthy:problem:invalid", "title": "The input cannot be used", "status": 400,
                "detail": "version: it is missing", "parameter": "version", "instance": "abc-1",
            ])
        #expect(Problem(.unauthorized, "x").response(instance: "").headers[.wwwAuthenticate] == "Bearer")
    }

    @Test func `foreign text in a message is short and has no control characters`() {
        #expect("a\u{0}b".forMessage == "a\u{FFFD}b")
        #expect(String(repeating: "x", count: 100).forMessage == String(repeating: "x", count: 64) + "…")
    }
}
