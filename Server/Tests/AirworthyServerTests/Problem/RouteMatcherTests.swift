import Testing

@testable import AirworthyServer

@Suite struct RouteMatcherTests {
    private let table = {
        var table = RouteMatcher()
        for (path, method) in [
            ("/v1/apps/{app}/decision", "GET"), ("/v1/apps/{app}/decision", "POST"), ("/v1/apps/mine/decision", "PUT"),
            ("/", "POST"), ("/v1/{part}/only/here", "GET"),
        ] {
            table.add(path, method: method)
        }
        return table
    }()

    @Test(arguments: [
        ("/v1/apps/x/decision", "GET, HEAD, POST"), ("/v1/apps/x/decision/", "GET, HEAD, POST"),
        ("/v1/apps/mine/decision", "PUT"), ("/", "POST"), ("", "POST"), ("/v1/apps/only/here", "GET, HEAD"),
    ])
    func `a path matches with its methods`(path: String, allow: String) {
        #expect(table.match(path)?.allowedMethods == allow)
    }

    @Test(arguments: ["/v1/apps/x", "/v1/apps/x/decision/y", "/v1/apps//decision", "/x"])
    func `unknown paths do not match`(path: String) {
        #expect(table.match(path) == nil)
    }

    @Test(arguments: [("/v1/apps/x/decision", "x"), ("/v1/apps/mine/decision", nil), ("/v1/apps/only/here", nil)])
    func `a match has the segment that names the app`(path: String, app: String?) {
        #expect(table.match(path[...])?.app.map(String.init) == app)
    }

    @Test func `a match has the template, not the path`() {
        #expect(table.match("/v1/apps/x/decision")?.template == "/v1/apps/{app}/decision")
    }
}
