import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

@Suite struct ServerAddressTests {
    @Test(arguments: [
        ("https://updates.example.com", "https://updates.example.com"),
        ("HTTPS://Updates.Example.com:8443/", "https://updates.example.com:8443"),
        ("https://example.com/airworthy//", "https://example.com/airworthy"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://127.8.9.255", "http://127.8.9.255"),
        ("http://localhost:8080/", "http://localhost:8080"), ("http://[::1]:8080", "http://[::1]:8080"),
    ])
    func `valid server addresses are normalised`(text: String, address: String) throws {
        #expect(try ServerAddress(text, from: "--server").text == address)
    }

    @Test(arguments: [
        ("http://updates.example.com", "not encrypted"), ("http://127.0.0.1.example.com", "not encrypted"),
        ("http://localhost.example.com", "not encrypted"), ("http://127.1", "not encrypted"),
        ("http://127.0.0.256", "not encrypted"), ("http://127.0.0.01", "not encrypted"),
        ("http://10.0.0.1", "not encrypted"), ("http://[::2]", "not encrypted"), ("http://0.0.0.0", "not encrypted"),
        ("http://me:secret@127.0.0.1", "user name"), ("https://me@example.com", "user name"),
        ("https://example.com?x=1", "more than a path"), ("https://example.com#x", "more than a path"),
        ("ftp://127.0.0.1", "neither https nor http"), ("updates.example.com", "is not an address"),
        ("127.0.0.1:8080", "is not an address"), ("https://", "is not an address"), ("", "is not an address"),
        ("https://exa mple.com", "is not an address"), ("https://exämple.com", "is not an address"),
        ("https://example.com:0", "invalid port"), ("https://example.com:99999", "invalid port"),
        ("https://a%2fb", "is not an address"),
    ])
    func `invalid addresses, and those that would reveal the token, are rejected`(text: String, words: String) {
        let error = #expect(throws: ToolError.self) { try ServerAddress(text, from: "--server") }
        #expect(error?.status == .badData)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `the path and the query of a request are escaped`() {
        let request = APIRequest.get("apps", "a/b c").adding(query: "note", value: "ü&=?%+").adding(
            query: "none", value: nil)
        #expect(request.target == "/v1/admin/apps/a%2Fb%20c?note=%C3%BC%26%3D%3F%25%2B")
    }
}
