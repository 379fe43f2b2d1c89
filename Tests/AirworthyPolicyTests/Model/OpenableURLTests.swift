import AirworthyPolicy
import Testing

@Suite struct OpenableURLTests {
    @Test(arguments: [
        "https://example.com", "HTTPS://Example.com/a?b=c#d", "https://example.com:8443/x", "https://a.b/%E3%81%82",
        "itms-apps://apps.apple.com/app/id1", "itms-beta://beta.itunes.apple.com/v1/app/1",
        "macappstore:///showUpdates",
        "itms-apps:///app/id1", "itms-beta://",
    ])
    func `web and store URLs are openable`(_ text: String) { #expect(OpenableURL.isOpenable(text)) }

    @Test(arguments: [
        "", ":", "https", "https:", "https://", "https:///path", "https:example.com", "http://example.com",
        "javascript://example.com", "file:///etc/passwd", "https://a b.com", " https://a.b", "https://a.b\n",
        "https://user@a.b", "https://user:pw@a.b", "https://a.b\\@c.d", "https://é.com", "https://a.b/更新",
        "https://a.b:port", "https://a.b:", "https://:443", "https://[::1]", "https://.a.b", "itms-apps://",
        "macappstore://",
        "itms-beta:///",
        "1https://a.b", "tel:110", "https://a.b/\u{0}", "mailto:a@b.c",
    ])
    func `URLs with other schemes or forms are not openable`(_ text: String) { #expect(!OpenableURL.isOpenable(text)) }

    @Test(arguments: [
        ("https://apps.apple.com/jp/app/id6504763618?mt=8", 6_504_763_618),
        ("https://apps.apple.com/us/app/some-name/id1673431227?uo=4", 1_673_431_227),
        ("https://itunes.apple.com/app/id12", 12), ("itms-apps://itunes.apple.com/app/id12#x", 12),
        ("https://apps.apple.com/app/id", nil), ("https://apps.apple.com/app/id0", nil),
        ("https://apps.apple.com/app/idea/id7", 7), ("https://apps.apple.com/developer?x=/id5", nil),
        ("https://apps.apple.com/app/id99999999999999999999999", nil), ("https://apps.apple.com.evil.com/app/id1", nil),
        ("https://evil.com/apps.apple.com/id1", nil), ("https://x@apps.apple.com/app/id1", nil), ("id1", nil),
        ("", nil),
    ])
    func `the Apple ID is read from store URLs only`(_ text: String, _ id: Int?) {
        #expect(OpenableURL.appStoreID(in: text) == id)
    }

    @Test(
        arguments: [
            ("https://A.B/c", "https", "a.b"), ("itms-apps://apps.apple.com", "itms-apps", "apps.apple.com"),
            ("mailto:a@b.c", "mailto", nil), ("nothing", nil, nil), ("//a.b", nil, nil), ("é://a", nil, nil),
        ] as [(String, String?, String?)])
    func `scheme and host are returned in lower case`(_ text: String, _ scheme: String?, _ host: String?) {
        #expect(OpenableURL.scheme(of: text) == scheme)
        #expect(OpenableURL.host(of: text) == host)
    }

    @Test(arguments: [
        ("mailto:help@example.com", true), ("mailto:help@example.com?subject=x", true), ("https://a.b", true),
        ("mailto:", false), ("mailto:@x", false), ("mailto:a@", false), ("http://a.b", false),
        ("itms-apps://a.b", false),
    ])
    func `a support link is an https URL or a mail address`(_ text: String, _ expected: Bool) {
        #expect(OpenableURL.isSupportLink(text) == expected)
    }
}
