import Testing

@testable import OutgoingHTTP

@Suite struct BaseAddressTests {
    @Test func `an explicit default port is the same origin`() {
        #expect(BaseAddress("https://apple.example:443")?.url(ofLink: "https://apple.example/v1/x") != nil)
        #expect(BaseAddress("HTTPS://Apple.Example")?.url(ofLink: "https://apple.example:443/v1/x") != nil)
        #expect(BaseAddress("http://apple.example")?.url(ofLink: "http://apple.example:443/v1/x") == nil)
    }

    struct Link: CustomTestStringConvertible {
        let link: String
        let prefix: String
        /// The URL to request; `nil` if the link is not followed.
        let url: String?

        init(_ link: String, after prefix: String, is url: String?) {
            (self.link, self.prefix, self.url) = (link, prefix, url)
        }

        var testDescription: String { "\(link) after \(prefix)" }
    }

    @Test(arguments: [
        Link("/api/v1/x", after: "/", is: "https://host.example/api/v1/x"),
        Link("https://host.example/api/v1/x", after: "/v", is: "https://host.example/api/v1/x"),
        Link("https://host.example/api/x", after: "/", is: "https://host.example/api/x"),
        Link("https://host.example/api/x", after: "/v", is: nil),
        Link("https://host.example/apiary/x", after: "/", is: nil),
        Link("https://host.example/x", after: "/", is: nil),
        Link("https://host.example/api/../x", after: "/", is: nil),
        Link("https://other.example/api/x", after: "/", is: nil),
    ])
    func `a link is followed below the path of the address only`(_ example: Link) throws {
        let base = try #require(BaseAddress("https://host.example/api/"))
        #expect(base.text == "https://host.example/api")
        #expect(base.url(ofLink: example.link, startingWith: example.prefix) == example.url)
    }
}
