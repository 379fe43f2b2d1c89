import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation

extension FuzzTarget {
    /// The readers of AirworthyTrust that run before a signature is verified. The build has no cryptography, so that
    /// nothing can be verified.
    static let envelope = FuzzTarget(name: "envelope") { bytes in
        checkPEM(bytes)
        checkState(bytes)
        checkKeyring(bytes)
        let result = SignedManifest.verify(
            bytes, pins: Pins(app: "tour", roots: [root]), now: Date(timeIntervalSince1970: 1_795_132_800))
        guard case .failure(let error) = result else {
            return check(false, "nothing is verified without cryptography")
        }
        check(!error.description.isEmpty, "an error has a description")
        guard let signed = try? SignedManifest(json: bytes) else { return }
        check((try? SignedManifest(json: signed.json)) == signed, "a written envelope is read as the same")
        checkSpelling(of: signed.envelope, in: bytes)
        check(
            signed.envelope.preAuthenticationEncoding.suffix(signed.envelope.payload.count)
                .elementsEqual(signed.envelope.payload), "the signed message ends in the payload")
        _ = try? ManifestReader.read(json: signed.envelope.payload)
    }

    private static let root = PublicKey(rawValue: [UInt8](repeating: 1, count: 32))!

    /// Checks that bytes have a single spelling in each alphabet, so that no envelope can be altered unnoticed.
    private static func checkSpelling(of envelope: Envelope, in bytes: [UInt8]) {
        let spelled = (try? JSONReader.read(bytes))?.jsonValue["payload"]?.stringValue
        let standard = spelled.map { String($0.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) }
        check(standard == envelope.jsonValue["payload"]?.stringValue, "a payload has one spelling")
    }

    /// Reads the input as a keyring's file and as its payload.
    private static func checkKeyring(_ bytes: [UInt8]) {
        let signature = Envelope.Signature(keyID: nil, bytes: [])
        func wrapped(_ payload: [UInt8]) -> [UInt8] {
            Envelope(payloadType: Keyring.payloadType, payload: payload, signatures: [signature]).jsonValue.jsonBytes()
        }
        for file in [bytes, wrapped(bytes)] {
            guard let (keyring, envelope) = try? Keyring.read(json: file) else { continue }
            check(
                (try? Keyring.read(json: envelope.jsonValue.jsonBytes()))?.envelope == envelope,
                "a written envelope is read as the same")
            let again = try? Keyring.read(json: wrapped(keyring.jsonValue.jsonBytes())).keyring
            check(again?.keys == keyring.keys && again?.epoch == keyring.epoch, "a written keyring is read as the same")
        }
    }

    private static func checkState(_ bytes: [UInt8]) {
        guard let state = TrustState(json: bytes) else { return }
        let written = state.jsonValue.jsonBytes()
        let again = expect(TrustState(json: written), "a written state is read")
        check(again == state || hasFineFraction(bytes), "a written state is read as the same")
        check(again.jsonValue.jsonBytes() == written, "a state that is read again is written as the same")
        check(state.epoch >= 0, "no epoch is negative")
    }

    private static func checkPEM(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let key = try? PublicKey(pem: text) {
            check((try? PublicKey(pem: key.pem)) == key, "a written key is read as the same")
        }
        if let key = PublicKey(base64: text) {
            check(PublicKey(base64: key.base64) == key, "a written key is read as the same")
        }
        check((try? PrivateKey(pem: text)) == nil, "there is no private key without cryptography")
    }
}
