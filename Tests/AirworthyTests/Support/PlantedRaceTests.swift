import Foundation
import Testing

/// A planted data race. `scripts/sanitize` has to find it, which proves that it would find others.
@Suite(.timeLimit(.minutes(5))) struct PlantedRaceTests {
    static let isWanted = ProcessInfo.processInfo.environment["AIRWORTHY_PLANTED_RACE"] != nil

    private final class Racy: Sendable { nonisolated(unsafe) var count = 0 }

    @Test(.enabled(if: isWanted, "runs only under the thread sanitizer"))
    func `the planted race is found by the thread sanitizer`() async {
        let racy = Racy()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    // Without yielding one thread might do all the work.
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
