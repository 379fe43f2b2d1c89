import AppStoreConnect
package import ControlPlane
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import ReleaseCatalog

/// What Apple tells by itself.
package struct HookRoutes: Sendable {
    /// The longest body; real ones have less than a thousand bytes.
    package static let longestBody = 64 * 1_024

    private let served: ServedApps
    private let apple: AppleSide
    private let seen = SeenEvents()
    /// Checked in place of the secrets of an app that has none, so that nobody learns by the time which one has.
    private let decoy = SecureRandom.bytes(32).map(String.init).joined(separator: " ")

    /// - Parameters:
    ///   - served: The apps there are.
    ///   - apple: Whom to tell.
    package init(_ served: ServedApps, _ apple: AppleSide) {
        self.served = served
        self.apple = apple
    }

    /// `POST /hooks/app-store-connect/{app}`
    @Sendable package func appStoreConnect(_ request: Request, context: AppRequestContext) async throws -> Response {
        let slug = context.slug
        let body = try await Self.body(of: request)
        let secrets = apple.secrets[slug] ?? []
        let header = HTTPField.Name(WebhookSignature.header).flatMap { request.headers[$0] }
        let isSigned = WebhookSignature.isValid(header, body: body, secrets: secrets.isEmpty ? [decoy] : secrets)
        // An unknown app is not told apart from a wrong signature.
        guard isSigned, !secrets.isEmpty, (try? served.app(slug)) != nil else {
            throw Problem(.unauthorized, "no webhook that this server knows was signed so")
        }
        let event = WebhookEvent(json: body)
        let hint = event.flatMap(Hint.init)
        let isNew = event.map { seen.insert($0.id, of: slug) } ?? true
        let kind = event.map { $0.isPing ? "ping" : hint == nil ? "other" : $0.type } ?? "unreadable"
        context.logger.info(
            "hook.received",
            metadata: ["app": .string(slug), "event": .string(kind), "new": .stringConvertible(isNew)])
        if let hint, isNew { apple.hint(slug, hint) }
        return .empty(.noContent)
    }

    private static func body(of request: Request) async throws -> [UInt8] {
        do {
            return Array(buffer: try await request.body.collect(upTo: longestBody))
        } catch is NIOTooManyBytesError {
            throw Problem(.bodyTooLarge, "the body may have \(longestBody) bytes")
        }
    }
}
