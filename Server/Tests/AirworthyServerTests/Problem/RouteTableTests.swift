import Testing

@testable import AirworthyServer

@Suite struct RouteTableTests {
    private let table = RouteTable([
        ("/v1/apps/{app}/decision", "GET"), ("/v1/apps/{app}/decision", "POST"), ("/v1/apps/mine/decision", "PUT"),
        ("/", "POST"),
    ])

    @Test(arguments: [
        ("/v1/apps/x/decision", "GET, HEAD, POST"), ("/v1/apps/x/decision/", "GET, HEAD, POST"),
        ("/v1/apps/mine/decision", "PUT"), ("/", "POST"), ("", "POST"),
    ])
    func `a path matches with its methods`(path: String, allow: String) {
        #expect(table.match(path)?.allowedMethods == allow)
    }

    @Test(arguments: ["/v1/apps/x", "/v1/apps/x/decision/y", "/v1/apps//decision", "/x"])
    func `unknown paths do not match`(path: String) {
        #expect(table.match(path) == nil)
    }

    @Test func `a match has the template, not the path`() {
        #expect(table.match("/v1/apps/x/decision")?.template == "/v1/apps/{app}/decision")
    }
}
