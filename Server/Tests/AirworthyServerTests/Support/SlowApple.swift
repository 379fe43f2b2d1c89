import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog
import Synchronization

@testable import ReleaseSources

/// A stand-in for App Store Connect that answers when a test lets it.
final class SlowApple: Sendable {
    private let state = Mutex((calls: 0, waiting: [CheckedContinuation<Void, Never>](), isOpen: false))

    var calls: Int { state.withLock { $0.calls } }

    /// Answers the waiting calls and all further ones.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Creates a poller that queries it for a server. No time passes for the poller.
    func poller(for plane: ControlPlane, now: @escaping @Sendable () -> Date) -> CatalogPoller {
        let source = ConnectSource(keyID: "KEY") { _, _, _ throws(SourceError) in
            await self.waitUntilOpen()
            return ConnectSource.Answer(listing: ControlPlaneTesting.Samples.listing(at: now()), calls: 2)
        }
        return CatalogPoller(
            targets: { plane.catalogs.targets }, connect: [source], lookup: nil,
            deliver: { try await plane.catalogs.record($1, for: $0.slug, at: $2) }, now: now,
            sleep: { _ in
                // Ends when the task is cancelled.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw CancellationError()
            })
    }

    private func waitUntilOpen() async {
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
