#if SwiftCrypto && canImport(Crypto)
import AirworthyPolicy
import Crypto
import Testing

@Suite struct SHA256CryptoTests {
    @Test(arguments: UInt64(1)...50)
    func `random messages have the same digest as in swift-crypto`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let length = Int.random(in: 0...2_000, using: &generator)
        let message = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        #expect(AirworthyPolicy.SHA256.hash(message) == Array(Crypto.SHA256.hash(data: message)))
    }
}
#endif
