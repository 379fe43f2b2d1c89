import ControlPlane
import Foundation
import Testing

@testable import Persistence

@Suite struct RestoredRevisionTests {
    @Test(
        arguments: [
            (nil, 100.9, 100), (50, 100, 100), (101, 100, 100), (102, 100, 101), (86_500, 100, 86_499),
            (0, 100, 100), (Int.min, 100, 100), (nil, -5, -5), (nil, .infinity, 0), (7, .nan, 6),
        ] as [(Int?, Double, Int)])
    func `the floor is the higher of the clock and the operator's number`(
        atLeast: Int?, now: Double, floor: Int
    ) throws {
        #expect(try RestoredRevision.floor(atLeast: atLeast, now: Date(timeIntervalSince1970: now)) == floor)
    }

    @Test(arguments: [86_501, Int.max - 1, .max])
    func `a number more than a day above the clock is rejected with the highest allowed one`(atLeast: Int) {
        let error = #expect(throws: BackupError.self) {
            try RestoredRevision.floor(atLeast: atLeast, now: Date(timeIntervalSince1970: 100))
        }
        #expect(error == .revisionTooHigh(atLeast, highest: 86_500))
        #expect(error?.description.contains("the highest number is 86500 now") == true)
    }

    @Test(
        arguments: [
            (0, 1, 100, 101), (100, 101, 100, 101), (200, 201, 100, 201), (200, 500, 100, 500), (7, 8, -5, 8),
            (.max, .max, 100, .max), (.max - 1, .max, 100, .max), (0, 1, .max, .max),
        ] as [(Int, Int, Int, Int)])
    func `the next revision exceeds the floor, the head and the counter`(
        _ revision: Int, _ promised: Int, _ floor: Int, _ next: Int
    ) {
        let head = Head(app: "hashtags", revision: revision, nextRevision: promised)
        #expect(RestoredRevision.next(after: head, floor: floor) == next)
    }
}
