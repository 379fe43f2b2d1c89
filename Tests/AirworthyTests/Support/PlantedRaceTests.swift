import Foundation
import Testing

/// A mistake for `scripts/sanitize` to find, which then knows that it would find others.
@Suite struct PlantedRaceTests {
    static let isWanted = ProcessInfo.processInfo.environment["AIRWORTHY_PLANTED_RACE"] != nil

    private final class Racy: Sendable { nonisolated(unsafe) var count = 0 }

    @Test(.enabled(if: isWanted, "only the thread sanitizer is to see it"))
    func `a race, planted`() async {
        let racy = Racy()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    // Without a pause now and then one thread does it all.
                    for _ in 0..<200 {
                        for _ in 0..<2_000 { racy.count += 1 }
                        await Task.yield()
                    }
                }
            }
        }
        #expect(racy.count > 0)
    }
}
