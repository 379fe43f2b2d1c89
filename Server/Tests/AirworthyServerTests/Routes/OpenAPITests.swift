import AirworthySupport
import ControlPlane
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct OpenAPITests {
    @Test func `the embedded document equals the file in the repository`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/AirworthyServer/openapi.yaml")
        #expect(OpenAPIRoute.document == ByteBuffer(bytes: try Data(contentsOf: file)))
    }

    @Test func `the document is served as YAML`() async throws {
        let response = try await API(publishes: false)(.get, "/openapi.yaml")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/yaml")
        #expect(response.headers[.cacheControl] == "public, max-age=30")
        #expect(response.body == OpenAPIRoute.document)
    }

    @Test func `the document describes exactly the routes of the router`() async throws {
        let api = try await API(publishes: false)
        let router = makeRouter(for: api.plane, options: APIOptions(metrics: { ByteBuffer() }))
        let routes = Set(router.routes.map { "\($0.method.rawValue) \($0.path.description)" })
        #expect(Self.described.subtracting(["HEAD /v1/apps/{app}/manifest"]) == routes)
    }

    @Test(arguments: ProblemKind.allCases)
    func `the document lists every problem type`(kind: ProblemKind) {
        #expect(Self.text.contains("- urn:airworthy:problem:\(kind.rawValue)\n"))
    }

    /// The operations in the document, e.g. `GET /v1/admin/apps`, found by its indentation.
    private static var described: Set<String> {
        var path = ""
        var operations: Set<String> = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("  /"), line.hasSuffix(":") { path = String(line.dropFirst(2).dropLast()) }
            let name = line.dropFirst(4).dropLast()
            if line.hasPrefix("    "), line.hasSuffix(":"), methods.contains(String(name)) {
                operations.insert("\(name.uppercased()) \(path)")
            }
        }
        return operations
    }

    @Test(arguments: [
        ("/check-ins:batch:", "maxItems: \(CheckInBatch.most)"), ("/check-ins:batch:", "maximum: \(CheckInBatch.most)"),
        ("/adoption/activity:", "maximum: \(AdoptionLimit.days), default: \(AdoptionLimit.usualDays)"),
        ("/adoption/import", "removed after\n        \(AdoptionLimit.days) days"),
        ("    CheckIn:", "maxItems: \(CheckInLimits.rules)"), ("    CheckIn:", "older than \(CheckInLimits.days) days"),
    ])
    func `the document has the numbers of the code`(place: String, text: String) throws {
        let start = try #require(Self.text.range(of: place), "no \(place)")
        #expect(Self.text[start.upperBound...].contains(text))
    }

    private static let text = String(buffer: OpenAPIRoute.document)

    private static let methods: Set<String> = ["get", "put", "post", "delete", "patch", "head"]
}
