@_spi(Testing) import Airworthy
import AirworthyPolicy
import Foundation

/// The cost at an app's launch: from creating a client with a stored envelope of 6 KB to its decision, on a real store.
func clientBenchmarks() async throws -> [Benchmark] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("airworthy-bench-\(getpid())")
    let envelope = try EnvelopeSample.envelope(issuedAt: Date().addingTimeInterval(-3_600))
    guard let url = URL(string: "https://updates.example.com/manifest") else { return [] }
    let setup = Airworthy.Setup(policy: [.manifest(url, pins: try EnvelopeSample.pins())])
    let installation = Installation(
        version: "4.3.1", build: try BuildNumber("900"), channel: .appstore, os: OperatingSystem("iOS 17.4"),
        language: "ja", storefront: Storefront("JP"))
    let options = Airworthy.Options(
        installation: installation, folder: folder, appKey: "large",
        transport: Airworthy.Transport { TransportResponse(url: $0.url, status: 200, body: envelope) })
    _ = await Airworthy(setup, options: options).check()
    // A client that cannot read the store would be fast, too.
    let stored = Airworthy(setup, options: options)
    guard stored.decision.status == .required, stored.policyStatus.revision == 42 else {
        fail("the client does not decide from its store: \(stored.summary)")
    }
    var emptyOptions = options
    emptyOptions.folder = folder.appendingPathComponent("empty")
    let empty = Airworthy(setup, options: emptyOptions)
    return [
        Benchmark("client: init to decision from a stored \(envelope.count) byte envelope") {
            blackHole(Airworthy(opaque(setup), options: options).decision)
        },
        Benchmark("client: init to decision, without reading the stored state") {
            blackHole(stored.relaunched(opaque(setup), options: options).decision)
        },
        Benchmark("client: init to decision, nothing stored") { [emptyOptions] in
            blackHole(empty.relaunched(opaque(setup), options: emptyOptions).decision)
        },
    ]
}
