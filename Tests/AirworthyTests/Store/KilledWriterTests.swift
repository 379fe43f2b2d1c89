import Airworthy
import Foundation
import Testing

#if os(Linux) || os(macOS)
/// A process that dies while it writes. It proves what happens when a process is killed, not when the power is cut.
@Suite(.timeLimit(.minutes(2))) struct KilledWriterTests {
    /// `AIRWORTHY_KILLS` asks for more, e.g. 500.
    static let count = ProcessInfo.processInfo.environment["AIRWORTHY_KILLS"].flatMap(Int.init) ?? 50

    @Test func `whoever is killed in the middle leaves the old state or the new one`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileStateStore(in: folder, app: "tour")
        try store.save(StateFileTests.full)
        let path = folder.path
        var generations: Set<String> = []
        for kill in 0..<Self.count {
            // The moments are spread over the time that a few writes take.
            let delay = 200 + kill * 7_919 % 9_000
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, delay = delay as Int, kill = kill as Int] in
                KilledWriter.run(path: path, microseconds: delay, generation: kill)
            }
            guard case .state(let state) = store.load() else {
                Issue.record("neither the old state nor the new one is there after \(kill + 1) kills")
                return
            }
            #expect(state.documents == StateFileTests.full.documents, "a state is whole")
            generations.insert(state.installID)
        }
        #expect(generations.count == Self.count, "each process wrote before it was killed")
    }
}

enum KilledWriter {
    /// Writes states as fast as it can, until it is killed.
    static func run(path: String, microseconds: Int, generation: Int) -> Never {
        let store = FileStateStore(in: URL(fileURLWithPath: path), app: "tour")
        var state = StateFileTests.full
        var round = 0
        while true {
            round += 1
            state.installID = "\(generation)-\(round)"
            try? store.save(state)
            guard round == 1 else { continue }
            // Only now, because on a busy machine it could be killed before it wrote at all.
            Thread.detachNewThread {
                usleep(UInt32(microseconds))
                _ = kill(getpid(), SIGKILL)
            }
        }
    }
}
#endif
