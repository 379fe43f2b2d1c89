import Airworthy
import AirworthyPolicy
import Foundation

/// What an app pays at launch: a client made from a stored envelope of 6 KB, up to its decision. The store is real.
func clientBenchmarks() async throws -> [Benchmark] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("airworthy-bench-\(getpid())")
    let envelope = try EnvelopeSample.envelope(issuedAt: Date().addingTimeInterval(-3_600))
    guard let url = URL(string: "https://updates.example.com/manifest") else { return [] }
    let setup = Setup(policy: [.manifest(url, pins: try EnvelopeSample.pins())])
    let copy = Installation(
        version: "4.3.1", build: try BuildNumber("900"), channel: .appstore, os: OperatingSystem("iOS 17.4"),
        language: "ja", storefront: Storefront("JP"))
    let options = Airworthy.Options(
        installation: copy, folder: folder, appKey: "large",
        transport: Transport { TransportResponse(url: $0.url, status: 200, body: envelope) })
    _ = await Airworthy(setup, options: options).check()
    // Whoever could not read the store would be fast, too.
    let stored = Airworthy(setup, options: options)
    guard stored.decision.status == .required, stored.policyStatus.revision == 42 else {
        fail("the client to measure does not decide from its store: \(stored.summary)")
    }
    return [
        Benchmark("client: init to decision from a stored \(envelope.count) byte envelope") {
            blackHole(Airworthy(opaque(setup), options: options).decision)
        }
    ]
}
