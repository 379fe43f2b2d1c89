import AirworthySupport
import Testing

@Suite struct Base64Tests {
    /// RFC 4648, 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `base64 matches the test vectors of RFC 4648`(_ text: String, _ base64: String) {
        #expect(Base64.encode(Array(text.utf8)) == base64)
        #expect(Base64.decode(base64) == Array(text.utf8))
    }

    @Test func `every byte survives encoding and decoding in both alphabets`() {
        for length in 253...256 {
            let bytes = (0..<length).map { UInt8($0) }
            let text = Base64.encode(bytes)
            #expect(Base64.decode(text) == bytes)
            let url = text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
            #expect(Base64.decode(String(url)) == bytes)
        }
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "Zm8", "Zm9v=", "====", "=Zg=", "Zg==Zg==", "Z g=", "Zm9v\n", " Zm9v", "Zh==",
        "Zm9=", "+_+_", "Zm9é", "Zm9\u{0}",
    ])
    func `other spellings of base64 are rejected`(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
