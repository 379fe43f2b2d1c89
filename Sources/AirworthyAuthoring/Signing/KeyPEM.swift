import AirworthyPolicy
import AirworthySupport
public import AirworthyTrust

// An Ed25519 key has a fixed DER prefix (RFC 8410), so that no general parser is needed.

extension PublicKey {
    /// Creates a key from a SubjectPublicKeyInfo PEM file (`-----BEGIN PUBLIC KEY-----`).
    /// - Parameter pem: The file's text.
    /// - Throws: ``KeyError`` with the kind of key that was found instead.
    public init(pem: String) throws(KeyError) {
        let block = try PEM(pem)
        guard block.label == KeyDER.publicLabel else {
            throw KeyDER.mismatch(block, wanted: "the public key, the file ending in .pub")
        }
        let der = try block.bytes()
        guard der.starts(with: KeyDER.publicPrefix), der.count == KeyDER.publicPrefix.count + Ed25519.keyLength,
            let key = PublicKey(rawValue: Array(der.suffix(Ed25519.keyLength)))
        else { throw KeyDER.otherAlgorithm(in: der) }
        self = key
    }

    /// The key as SubjectPublicKeyInfo PEM, as OpenSSL writes it, with a newline at the end.
    public var pem: String { PEM(label: KeyDER.publicLabel, bytes: KeyDER.publicPrefix + rawValue).text }
}

extension PrivateKey {
    /// Creates a key from a PKCS#8 PEM file (`-----BEGIN PRIVATE KEY-----`), with or without the public key.
    /// - Parameter pem: The file's text.
    /// - Throws: ``KeyError`` with the kind of key that was found instead.
    public init(pem: String) throws(KeyError) {
        let block = try PEM(pem)
        guard block.label == KeyDER.privateLabel else {
            throw KeyDER.mismatch(block, wanted: "the private key, the file ending in .key")
        }
        let der = try block.bytes()
        for (prefix, middle) in [(KeyDER.privatePrefix, []), (KeyDER.pairPrefix, KeyDER.pairMiddle)] {
            let seedEnd = prefix.count + Ed25519.keyLength
            let attached = der.dropFirst(seedEnd + middle.count)
            guard der.starts(with: prefix), der.dropFirst(seedEnd).starts(with: middle),
                der.count == seedEnd + (middle.isEmpty ? 0 : middle.count + Ed25519.keyLength)
            else { continue }
            self = try PrivateKey(seed: Array(der[prefix.count..<seedEnd]))
            guard middle.isEmpty || publicKey.rawValue == Array(attached) else { throw .halvesDiffer }
            return
        }
        throw KeyDER.otherAlgorithm(in: der)
    }

    /// The secret as PKCS#8 PEM, as OpenSSL writes it, with a newline at the end. Write it to files of mode 0600 only.
    public var pem: String { PEM(label: KeyDER.privateLabel, bytes: KeyDER.privatePrefix + seed).text }
}

private enum KeyDER {
    static let publicLabel = "PUBLIC KEY"
    static let privateLabel = "PRIVATE KEY"
    static let publicPrefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
    /// PKCS#8 version 1.
    static let privatePrefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    /// PKCS#8 version 2, which has the public key after the secret.
    static let pairPrefix: [UInt8] = [
        0x30, 0x51, 0x02, 0x01, 0x01, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    static let pairMiddle: [UInt8] = [0x81, 0x21, 0x00]

    static func mismatch(_ block: PEM, wanted: String) -> KeyError {
        switch block.label {
        case privateLabel: .wrongKind(wanted: wanted, found: "a private key")
        case publicLabel: .wrongKind(wanted: wanted, found: "a public key")
        case "ENCRYPTED PRIVATE KEY": .encrypted
        case "EC PRIVATE KEY": .otherAlgorithm("EC")
        case "RSA PRIVATE KEY", "RSA PUBLIC KEY": .otherAlgorithm("RSA")
        case "OPENSSH PRIVATE KEY": .wrongKind(wanted: wanted + ", in PKCS#8 form", found: "an OpenSSH private key")
        case "CERTIFICATE": .wrongKind(wanted: wanted, found: "a certificate")
        default: .wrongKind(wanted: wanted, found: "a block named \(DocumentPath.quoted(block.label))")
        }
    }

    static func otherAlgorithm(in der: [UInt8]) -> KeyError {
        let known: [(oid: [UInt8], name: String)] = [
            ([0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01], "EC"),
            ([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01], "RSA"),
            ([0x06, 0x03, 0x2B, 0x65, 0x6E], "X25519"),
            ([0x06, 0x03, 0x2B, 0x65, 0x71], "Ed448"),
        ]
        // The algorithm is within the first few bytes, after lengths and a version.
        for (oid, name) in known {
            for start in 0..<min(16, der.count) where der.dropFirst(start).starts(with: oid) {
                return .otherAlgorithm(name)
            }
        }
        return .damaged
    }
}

/// A block of a PEM file (RFC 7468).
struct PEM {
    let label: String
    /// Base64 without its line breaks.
    let body: String

    init(label: String, bytes: [UInt8]) {
        self.label = label
        body = Base64.encode(bytes)
    }

    /// Reads the first block and ignores the text around it.
    init(_ text: String) throws(KeyError) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmed }
        guard let start = lines.firstIndex(where: { $0.hasPrefix(Self.begin) && $0.hasSuffix(Self.dashes) })
        else { throw .noPEM }
        label = String(lines[start].dropFirst(Self.begin.count).dropLast(Self.dashes.count))
        guard let end = lines[start...].firstIndex(of: "-----END \(label)-----"[...]) else { throw .damaged }
        body = lines[(start + 1)..<end].joined()
    }

    /// The DER bytes of the block.
    func bytes() throws(KeyError) -> [UInt8] {
        guard let bytes = Base64.decode(body) else { throw .damaged }
        return bytes
    }

    var text: String {
        var lines = ["\(Self.begin)\(label)\(Self.dashes)"]
        var digits = body[...]
        while !digits.isEmpty {
            lines.append(String(digits.prefix(64)))
            digits = digits.dropFirst(64)
        }
        lines.append("-----END \(label)-----")
        return lines.joined(separator: "\n") + "\n"
    }

    private static let begin = "-----BEGIN "
    private static let dashes = "-----"
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
