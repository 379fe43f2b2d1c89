import Testing

@testable import AirworthyAuthoring
@testable import AirworthyTrust

@Suite struct KeyPEMTests {
    /// RFC 8410, 10.1 and 10.3.
    static let publicPEM = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
        -----END PUBLIC KEY-----

        """
    static let privatePEM = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
        -----END PRIVATE KEY-----

        """
    static let ecPEM = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUblG1GwJoZI+JgyZ
        zsEiRz3e0peQrqlN7xzhBKH7BsahRANCAAS2MloGrS/nWVH8MznZBbL4qlkbVtD5
        m5SdsvhkKM6xpnyWx1yFGUeMwelo/sQZm//QBQDcWD83hOhm/t4Dzm+4
        -----END PRIVATE KEY-----
        """
    static let x25519PEM = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VuAyEAhEddq1FV56M5FuVcTPUdtyrsEBr8QbQ6dzFBdGEr9gU=
        -----END PUBLIC KEY-----
        """

    @Test func `a public key is read and written in the form of RFC 8410`() throws {
        let key = try PublicKey(pem: Self.publicPEM)
        #expect(key.pem == Self.publicPEM)
        #expect(key.base64 == "Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=")
        #expect(PublicKey(base64: key.base64) == key)
        // printf '%s' Gb9E…ZuE= | base64 -d | sha256sum
        #expect(key.id == "e744c0791320c328")
    }

    @Test(needsCrypto) func `a private key is read and written in the form of RFC 8410`() throws {
        let key = try PrivateKey(pem: Self.privatePEM)
        #expect(key.pem == Self.privatePEM)
        #expect(key.publicKey.pem == Self.publicPEM)
    }

    @Test func `text around the PEM block and Windows line ends are ignored`() throws {
        let text = "# our root\n\n" + Self.publicPEM.replacing("\n", with: "\r\n") + "more\n"
        #expect(try PublicKey(pem: text).pem == Self.publicPEM)
    }

    @Test(needsCrypto) func `a private key with another key's public key is rejected`() throws {
        let key = Fixture.root
        func pair(_ other: PublicKey) -> String {
            let prefix: [UInt8] = [0x30, 0x51, 2, 1, 1, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20]
            return PEM(label: "PRIVATE KEY", bytes: prefix + key.seed + [0x81, 0x21, 0] + other.rawValue).text
        }
        #expect(try PrivateKey(pem: pair(key.publicKey)).publicKey == key.publicKey)
        #expect(throws: KeyError.halvesDiffer) { try PrivateKey(pem: pair(Fixture.backup.publicKey)) }
    }

    @Test(arguments: [
        ("", KeyError.noPEM),
        ("airworthy", .noPEM),
        (privatePEM, .wrongKind(wanted: "the public key, the file ending in .pub", found: "a private key")),
        (x25519PEM, .otherAlgorithm("X25519")),
        ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", .damaged),
        ("-----BEGIN PUBLIC KEY-----\nAAA\n-----END PUBLIC KEY-----", .damaged),
        ("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----", .damaged),
        (String(publicPEM.prefix(60)), .damaged),
        (publicPEM.replacing("-----END PUBLIC", with: "-----END PRIVATE"), .damaged),
        ("-----BEGIN RSA PUBLIC KEY-----\n-----END RSA PUBLIC KEY-----", .otherAlgorithm("RSA")),
    ])
    func `a PEM file that is not a public key is rejected with its kind`(_ pem: String, _ expected: KeyError) {
        #expect(throws: expected) { try PublicKey(pem: pem) }
    }

    @Test(arguments: [
        (publicPEM, KeyError.wrongKind(wanted: "the private key, the file ending in .key", found: "a public key")),
        (ecPEM, .otherAlgorithm("EC")),
        ("-----BEGIN EC PRIVATE KEY-----\n-----END EC PRIVATE KEY-----", .otherAlgorithm("EC")),
        ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----", .encrypted),
        ("-----BEGIN PRIVATE KEY-----\n????\n-----END PRIVATE KEY-----", .damaged),
    ])
    func `a PEM file that is not a private key is rejected with its kind`(_ pem: String, _ expected: KeyError) {
        #expect(throws: expected) { try PrivateKey(pem: pem) }
    }

    @Test(needsCrypto) func `descriptions and dumps of a private key do not contain the secret`() throws {
        let key = Fixture.root
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped, "\([key])"] {
            #expect(text.contains(key.publicKey.id))
            #expect(!text.contains("1, 1, 1, 1") && !text.contains("seed"), "the seed is all ones: \(text)")
        }
    }
}
