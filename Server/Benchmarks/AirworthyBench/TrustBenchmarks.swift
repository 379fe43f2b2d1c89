import AirworthyPolicy
import AirworthyTrust
import Foundation

/// The work of a device for each response: an envelope of 6 KB, signed by an online key of a keyring.
func trustBenchmarks() throws -> [Benchmark] {
    let (envelope, pins, now) = try (EnvelopeSample.envelope(), EnvelopeSample.pins(), EnvelopeSample.now)
    guard case .success(let verified) = SignedManifest.verify(envelope, pins: pins, now: now),
        verified.manifest.policy.rules.count == EnvelopeSample.rules,
        verified.manifest.catalog.releases.count == EnvelopeSample.releases
    else { fail("the sample envelope is rejected") }
    return [
        Benchmark("\(envelope.count) byte envelope verified, decoded and prepared") {
            blackHole(SignedManifest.verify(opaque(envelope), pins: pins, now: now))
        }
    ]
}
