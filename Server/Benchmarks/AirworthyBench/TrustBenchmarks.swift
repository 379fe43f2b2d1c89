import AirworthyPolicy
import AirworthyTrust
import Foundation

/// What a device does with each answer: an envelope of 6 KB, signed by an online key that a keyring names.
func trustBenchmarks() throws -> [Benchmark] {
    let (envelope, pins, now) = try (EnvelopeSample.envelope(), EnvelopeSample.pins(), EnvelopeSample.now)
    guard case .success(let verified) = SignedManifest.verify(envelope, pins: pins, now: now),
        verified.manifest.policy.rules.count == EnvelopeSample.rules,
        verified.manifest.catalog.releases.count == EnvelopeSample.releases
    else { fail("the envelope to measure is refused") }
    return [
        Benchmark("\(envelope.count) byte envelope verified, decoded and prepared") {
            blackHole(SignedManifest.verify(opaque(envelope), pins: pins, now: now))
        }
    ]
}
