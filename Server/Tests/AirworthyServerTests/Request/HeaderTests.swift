import HTTPTypes
import Testing

@testable import AirworthyServer

@Suite struct HeaderTests {
    @Test func `the server's own header names are those of the description`() {
        #expect(HTTPField.Name.policyVersion.rawName == "Airworthy-Policy-Version")
        #expect(HTTPField.Name.requestID.rawName == "X-Request-Id")
        #expect(HTTPField.Name.webhookSignature.rawName == "x-apple-signature")
        #expect(HTTPField.Name.forwardedFor.rawName == "X-Forwarded-For")
    }

    @Test(arguments: [
        (#""a""#, [EntityTags.Tag("a")]), (#"W/"a""#, [.init("a", isWeak: true)]),
        (#""a", W/"b","c""#, [.init("a"), .init("b", isWeak: true), .init("c")]), (#" , "a" ,, "#, [.init("a")]),
        (#""a,b""#, [.init("a,b")]), (#""""#, [.init("")]), (#""*""#, [.init("*")]),
    ])
    func `lists of entity tags are parsed`(text: String, tags: [EntityTags.Tag]) {
        #expect(EntityTags(text) == .list(tags))
    }

    @Test(arguments: ["*", " * "])
    func `an asterisk matches any tag`(text: String) {
        #expect(EntityTags(text) == .any)
        #expect(EntityTags(text)?.containsWeakly("whatever") == true)
    }

    @Test(arguments: ["", "a", #""a"#, #""a" "b""#, #""a"b"#, #"w/"a""#, "*, *", #"*, "a""#, ",", "\"a\u{7F}\""])
    func `an invalid list of entity tags is nil`(text: String) {
        #expect(EntityTags(text) == nil)
    }

    @Test func `weak tags are equal to strong ones in a weak comparison`() {
        #expect(EntityTags(#"W/"a", "b""#)?.containsWeakly("a") == true)
        #expect(EntityTags(#"W/"a", "b""#)?.containsWeakly("c") == false)
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP", true), ("x-gzip", true), ("deflate, gzip;q=0.5, br", true), ("*", true),
        ("gzip; q=1.000", true), ("br;q=1.0, *;q=0.1", true), ("gzip;q=0", false), ("gzip;q=0.000, *", false),
        ("*;q=0", false), ("br, deflate", false), ("identity", false), ("", false), ("gzipx", false),
    ])
    func `Accept-Encoding decides whether gzip is allowed`(value: String, isTaken: Bool) {
        #expect(AcceptEncoding.allowsGzip(value) == isTaken)
    }

    @Test func `gzip is not allowed without Accept-Encoding`() {
        #expect(!AcceptEncoding.allowsGzip(nil))
    }

    @Test(arguments: [
        ("application/json", true), ("Application/JSON; charset=utf-8", true), ("application/merge-patch+json", true),
        ("application/vnd.dsse.envelope.v1+json", true), (" application/json ;x", true), ("text/plain", false),
        ("application/x-www-form-urlencoded", false), ("text/json", false), ("", false), ("application/jsonx", false),
    ])
    func `only JSON media types count as JSON`(value: String, isJSON: Bool) {
        #expect(JSONMediaType.matches(value) == isJSON)
        #expect(!JSONMediaType.matches(nil))
    }
}
