import AirworthyPolicy
import Foundation

/// The engine at the size of a large app (50 rules, 200 releases, a policy text of 6 KB) and of a small one.
func engineBenchmarks() throws -> [Benchmark] {
    let now = Date(timeIntervalSince1970: 1_795_132_800)
    let (large, small) = try (EngineSample.large(now: now), EngineSample.small(now: now))
    return decisionBenchmarks(large, at: now) + decisionBenchmarks(small, at: now) + [
        Benchmark("decision: \(large.size), required, prepared for it alone") {
            blackHole(decide(opaque(large.manifest), for: large.old, at: now))
        },
        Benchmark("preparing \(large.size)") { blackHole(PreparedManifest(opaque(large.manifest))) },
        try bulkBenchmark(large, at: now),
    ] + (try readingBenchmarks(large))
}

private func decisionBenchmarks(_ sample: EngineSample, at now: Date) -> [Benchmark] {
    let prepared = PreparedManifest(sample.manifest)
    guard decide(prepared, for: sample.newest, at: now).status == .ok,
        decide(prepared, for: sample.old, at: now).status == .required
    else { fail("a sample is decided differently") }
    return [
        Benchmark("decision: \(sample.size), up to date") {
            blackHole(decide(opaque(prepared), for: sample.newest, at: now))
        },
        Benchmark("decision: \(sample.size), required") {
            blackHole(decide(opaque(prepared), for: sample.old, at: now))
        },
        Benchmark("decision: \(sample.size), up to date, prepared for it alone") {
            blackHole(decide(opaque(sample.manifest), for: sample.newest, at: now))
        },
    ]
}

/// A fleet whose installations all differ.
private func bulkBenchmark(_ sample: EngineSample, at now: Date) throws -> Benchmark {
    let prepared = PreparedManifest(sample.manifest)
    let fleet = try (0..<50_000).map { number in
        var installation = Installation(
            version: "\(number % 10 + 1).\(number / 10 % 20).\(number / 200 % 5)",
            build: try BuildNumber("\(900 + number % 300)"),
            channel: number % 3 == 0 ? .testflight(.external) : .appstore,
            os: sample.newest.os, language: ["en", "ja-JP", "de"][number % 3],
            storefront: Storefront(["JP", "US", "DE"][number / 3 % 3]))
        installation.installID = "device-\(number)"
        return installation
    }
    return Benchmark("50,000 different installations, \(sample.size)") {
        for installation in fleet { blackHole(decide(opaque(prepared), for: installation, at: now)) }
    }
}

private func readingBenchmarks(_ sample: EngineSample) throws -> [Benchmark] {
    let older = try AppVersion("4.12.3")
    let newer = try AppVersion("4.12.10")
    let pairs = 1_000
    return [
        Benchmark("version compare", operations: pairs) {
            for _ in 0..<pairs { blackHole(opaque(older) < opaque(newer)) }
        },
        Benchmark("strict read of a \(sample.policyText.count) byte policy") {
            blackHole(PolicyReader.read(json: opaque(sample.policyText)))
        },
    ]
}
