import AirworthyPolicy
import AirworthyTrust
import Foundation

extension FuzzTarget {
    /// Everything of AirworthyTrust that reads before a signature is known to be good. Built without cryptography, so
    /// nothing may come out as verified.
    static let envelope = FuzzTarget(name: "envelope") { bytes in
        checkPEM(bytes)
        checkState(bytes)
        checkKeyring(bytes)
        let result = SignedManifest.verify(
            bytes, pins: Pins(app: "tour", roots: [root]), now: Date(timeIntervalSince1970: 1_795_132_800))
        guard case .failure(let refusal) = result else {
            return check(false, "nothing is verified without cryptography")
        }
        check(!refusal.description.isEmpty, "a refusal says why")
        guard let signed = try? SignedManifest(json: bytes) else { return }
        check((try? SignedManifest(json: signed.json)) == signed, "a written envelope is read as the same")
        checkSpelling(of: signed.envelope, bytes)
        check(
            signed.envelope.preAuthenticationEncoding.suffix(signed.envelope.payload.count)
                .elementsEqual(signed.envelope.payload), "what is signed ends in the payload")
        _ = try? ManifestReader.read(json: signed.envelope.payload)
    }

    private static let root = PublicKey(rawValue: [UInt8](repeating: 1, count: 32))!

    /// Bytes have one spelling in each of the two alphabets, so that no envelope can be varied unnoticed.
    private static func checkSpelling(of envelope: Envelope, _ bytes: [UInt8]) {
        let spelled = (try? JSONReader.read(bytes))?.jsonValue["payload"]?.stringValue
        let standard = spelled.map { String($0.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) }
        check(standard == envelope.jsonValue["payload"]?.stringValue, "a payload has one spelling")
    }

    /// The input is tried as a keyring's file and as its payload.
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
        check(again.jsonValue.jsonBytes() == written, "a state read anew is written as the same")
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
