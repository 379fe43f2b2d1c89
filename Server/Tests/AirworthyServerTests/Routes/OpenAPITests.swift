import AirworthyServer
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@Suite struct OpenAPITests {
    @Test func `the text in the binary is the one in the repository`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/AirworthyServer/OpenAPI/openapi.yaml")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(text == OpenAPIDocument.text, "run scripts/embed-openapi")
    }

    @Test func `it is served`() async throws {
        let response = try await API(publishes: false)(.get, "/openapi.yaml")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/yaml")
        #expect(response.headers[.cacheControl] == "public, max-age=30")
        #expect(response.text == OpenAPIDocument.text)
    }

    @Test func `it describes every route there is, and no other`() async throws {
        let api = try await API(publishes: false)
        let router = makeRouter(api.plane, APIOptions(metrics: { ByteBuffer() }))
        let routes = Set(router.routes.map { "\($0.method.rawValue) \($0.path.description)" })
        #expect(Self.described.subtracting(["HEAD /v1/apps/{app}/manifest"]) == routes)
    }

    @Test(arguments: Problem.Kind.allCases)
    func `it names every type of problem`(kind: Problem.Kind) {
        #expect(OpenAPIDocument.text.contains("- urn:airworthy:problem:\(kind.rawValue)\n"))
    }

    /// Each operation of the description, e.g. `GET /v1/admin/apps`. Its layout is ours, so lines tell enough.
    private static var described: Set<String> {
        var path = ""
        var operations: Set<String> = []
        for line in OpenAPIDocument.text.split(separator: "\n") {
            if line.hasPrefix("  /"), line.hasSuffix(":") { path = String(line.dropFirst(2).dropLast()) }
            let name = line.dropFirst(4).dropLast()
            if line.hasPrefix("    "), line.hasSuffix(":"), methods.contains(String(name)) {
                operations.insert("\(name.uppercased()) \(path)")
            }
        }
        return operations
    }

    private static let methods: Set<String> = ["get", "put", "post", "delete", "patch", "head"]
}
