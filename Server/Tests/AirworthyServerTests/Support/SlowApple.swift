import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog
import Synchronization

/// App Store Connect that answers when it is told to.
final class SlowApple: Sendable {
    private let state = Mutex((calls: 0, waiting: [CheckedContinuation<Void, Never>](), isOpen: false))

    var calls: Int { state.withLock { $0.calls } }

    /// Answers, from now on.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Who asks it on behalf of a server. No time passes for it.
    func learner(for plane: ControlPlane, now: @escaping @Sendable () -> Date) -> CatalogPoller {
        let source = ConnectSource(keyID: "KEY") { _, _, _ throws(SourceError) in
            await self.ask()
            return ConnectSource.Answer(listing: ControlPlaneTesting.Samples.listing(at: now()), calls: 2)
        }
        return CatalogPoller(
            targets: { plane.catalogs.targets }, connect: [source], lookup: nil,
            deliver: { try await plane.catalogs.learn($0.slug, $1, at: $2) }, now: now,
            sleep: { _ in
                // Until it is cancelled.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw CancellationError()
            })
    }

    private func ask() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                state.calls += 1
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
