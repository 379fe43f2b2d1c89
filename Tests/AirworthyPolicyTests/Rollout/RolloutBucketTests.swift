import AirworthyPolicy
import Testing

@Suite struct RolloutBucketTests {
    @Test func `rollout buckets match the conformance cases`() throws {
        let document = try Conformance.read("rollout.json").jsonValue
        #expect(document["algorithm"]?.stringValue == RolloutBucket.algorithm)
        let cases = try #require(document["cases"]?.arrayValue)
        #expect(cases.count >= 20)
        for item in cases {
            let salt = try #require(item["salt"]?.stringValue)
            let id = try #require(item["id"]?.stringValue)
            let bucket = RolloutBucket.partsPerMillion(salt: salt, id: id)
            #expect(Int(bucket) == item["bucket"]?.intValue, "salt \(salt), id \(id)")
        }
    }

    @Test func `buckets spread evenly and stay below a million`() {
        var tenths = [Int](repeating: 0, count: 10)
        for device in 0..<5_000 {
            let bucket = RolloutBucket.partsPerMillion(salt: "spread", id: "device-\(device)")
            #expect(bucket < 1_000_000)
            tenths[Int(bucket / 100_000)] += 1
        }
        #expect(tenths.allSatisfy { (400...600).contains($0) }, "\(tenths)")
    }

    @Test func `canonically equal identifiers with different bytes have different buckets`() {
        let composed = RolloutBucket.partsPerMillion(salt: "s", id: "\u{E9}")
        let decomposed = RolloutBucket.partsPerMillion(salt: "s", id: "e\u{301}")
        #expect(composed != decomposed)
    }
}
