import AirworthyServer
import Testing

@Suite struct RouteTableTests {
    private let table = RouteTable([
        ("/v1/apps/{app}/decision", "GET"), ("/v1/apps/{app}/decision", "POST"), ("/v1/apps/mine/decision", "PUT"),
        ("/", "POST"),
    ])

    @Test(arguments: [
        ("/v1/apps/x/decision", "GET, HEAD, POST"), ("/v1/apps/x/decision/", "GET, HEAD, POST"),
        ("/v1/apps/mine/decision", "PUT"), ("/", "POST"), ("", "POST"),
    ])
    func `a path is found with its methods`(path: String, allow: String) {
        #expect(table.match(path)?.allow == allow)
    }

    @Test(arguments: ["/v1/apps/x", "/v1/apps/x/decision/y", "/v1/apps//decision", "/x"])
    func `other paths are not found`(path: String) {
        #expect(table.match(path) == nil)
    }

    @Test func `the template is told, not the path`() {
        #expect(table.match("/v1/apps/x/decision")?.template == "/v1/apps/{app}/decision")
    }
}
