import ControlPlane
import Testing

@testable import Dashboard

@Suite("QR codes")
struct QRCodeTests {
    private static let text =
        "https://updates.example.com/get/hashtags?" + String(repeating: "version-2.2.0-", count: 20)

    @Test(
        "a code of each version is module by module that of another implementation, the package qrcode for Python",
        arguments: [
            (14, 21, "9cfe76be24a78f1b923ecf72cc2ef610"), (20, 25, "fd6eae63c13884b119dd703f858bd137"),
            (42, 29, "befe8bffa5e513e4ac2bfcb9bfb951d6"), (60, 33, "6e8a9ec7ab1c0075baa866fe96b79380"),
            (84, 37, "6665219df6c6854bda536d3e448dda20"), (90, 41, "d2cc9eb6508b6ea5524ef185c535114f"),
            (122, 45, "08876cc359b70afd410e17e7fbbc965e"), (140, 49, "53201d727616a8d2ef95fe5b6c788e9e"),
            (180, 53, "e1f5c4bb78a6907c3799670dcbc7c363"), (213, 57, "1add150393055be8ab51dbfa504b5419"),
        ])
    func vectors(length: Int, size: Int, digest: String) throws {
        let code = try #require(QRCode(String(Self.text.prefix(length))))
        #expect(code.size == size && code.modules.count == size * size)
        let text = code.modules.map { $0 ? "1" : "0" }.joined()
        #expect(ContentDigest.hex(Array(text.utf8)).hasPrefix(digest))
    }

    @Test("the smallest version that holds a text is used, and a text that is too long has no code")
    func sizes() {
        let sizes = [0, 15, 27, 43, 63, 85, 107, 123, 153, 181, 213].map { length in
            QRCode(String(repeating: "a", count: length))?.size
        }
        #expect(sizes == [21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 57])
        #expect(QRCode(String(repeating: "a", count: 214)) == nil)
        // Bytes count, not characters.
        #expect(QRCode(String(repeating: "é", count: 107)) == nil)
    }

    @Test("the path draws exactly the dark modules, with light space around")
    func path() throws {
        let code = try #require(QRCode("HELLO"))
        var drawn = Set<Int>()
        for match in code.path.matches(of: /M([0-9]+) ([0-9]+)h([0-9]+)v1h-([0-9]+)z/) {
            let (x, y, width) = (try #require(Int(match.1)), try #require(Int(match.2)), try #require(Int(match.3)))
            #expect(match.3 == match.4)
            for step in 0..<width { drawn.insert((y - QRCode.quietZone) * code.size + x - QRCode.quietZone + step) }
        }
        #expect(drawn == Set(code.modules.indices.filter { code.modules[$0] }))
        // The finder pattern of the upper left corner begins with seven dark modules.
        #expect(code.path.hasPrefix("M4 4h7v1h-7z"))
    }
}
