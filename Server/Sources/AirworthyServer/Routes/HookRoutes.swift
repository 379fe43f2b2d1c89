import AppStoreConnect
import ControlPlane
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ReleaseCatalog
import Synchronization

struct HookRoutes: Sendable {
    let served: ServedApps
    let sync: CatalogSync
    let metrics: WebhookMetrics
    /// The announcements that the dashboard shows; `nil` without a dashboard.
    let log: WebhookLog?
    let now: @Sendable () -> Date
    private let seen = SeenWebhookEvents()

    @Sendable func appStoreConnect(_ request: Request, context: AppRequestContext) async throws -> Response {
        do {
            metrics.count(try await receive(request, context: context))
            return .empty(.noContent)
        } catch {
            metrics.count(.refused)
            throw error
        }
    }

    private func receive(_ request: Request, context: AppRequestContext) async throws -> WebhookResult {
        let slug = context.slug
        let secrets = sync.secrets(slug)
        let header = request.headers[.webhookSignature]
        // The same problem for an unknown app and a wrong signature.
        let problem = HTTPProblem(
            .unauthorized, detail: "the webhook signature is not valid; check the app and the webhook's secret"
        ).withoutToken()
        // Without reading a body that cannot be signed.
        guard (try? served.app(slug)) != nil else { throw problem }
        guard !secrets.isEmpty, WebhookSignature.isWellFormed(header) else {
            log?.refuse(of: slug, at: now())
            throw problem
        }
        let body = try await request.bytes(upTo: context.longestBody)
        guard WebhookSignature.isValid(header, body: body, secrets: secrets) else {
            log?.refuse(of: slug, at: now())
            throw problem
        }
        let event = WebhookEvent(json: body)
        let hint = event.flatMap(Hint.init(event:))
        let isNew = event.map { seen.insert($0.id, app: slug) } ?? true
        let kind = event.map { $0.isPing ? "ping" : hint == nil ? "other" : $0.type } ?? "unreadable"
        context.logger.info(
            "hook.received",
            metadata: ["app": .string(slug), "event": .string(kind), "new": .stringConvertible(isNew)])
        let result: WebhookResult = !isNew ? .repeated : hint == nil ? .ignored : .used
        log?.receive(kind, of: slug, at: now(), result: result.words)
        if result == .used, let hint { sync.hint(hint, slug) }
        return result
    }
}

extension WebhookResult {
    /// The server's reaction, in words.
    fileprivate var words: String {
        switch self {
        case .used: "asked Apple for news"
        case .repeated: "received before"
        case .ignored: "nothing to do"
        case .refused: "refused"
        }
    }
}

extension Hint {
    /// Creates the hint of a webhook event; `nil` for a ping and for events that do not concern releases.
    init?(event: WebhookEvent) {
        switch (event.type, event.instance?.id) {
        case ("buildBetaDetailExternalBuildStateUpdated", let id?): self.init(.build(id), state: event.newState)
        case ("appStoreVersionAppVersionStateUpdated", let id?): self.init(.version(id), state: event.newState)
        case ("buildBetaDetailExternalBuildStateUpdated", nil), ("appStoreVersionAppVersionStateUpdated", nil),
            ("buildUploadStateUpdated", _):
            self.init(.other)
        default: return nil
        }
    }
}

/// The latest webhook events, to ignore repeated deliveries.
final class SeenWebhookEvents: Sendable {
    private struct State {
        var ids: Set<String> = []
        /// The events as a ring, in their order from `oldest` on.
        var order: [String] = []
        var oldest = 0
    }

    /// The number of events; beyond it, the oldest is forgotten.
    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int = 4_096) { self.capacity = capacity }

    /// Remembers an event of an app by the first 128 characters of its id, and returns whether it is new.
    func insert(_ id: String, app: String) -> Bool {
        let key = "\(app) \(id.prefix(128))"
        return state.withLock { state in
            guard state.ids.insert(key).inserted else { return false }
            if state.order.count < capacity {
                state.order.append(key)
            } else {
                state.ids.remove(state.order[state.oldest])
                state.order[state.oldest] = key
                state.oldest = (state.oldest + 1) % capacity
            }
            return true
        }
    }
}
