import AirworthyAuthoring
import AirworthyPolicy
import ControlPlane
import Foundation
import HTTPTypes
import Hummingbird

/// The policy in force as files of other formats, for clients on devices that know nothing else.
struct OldClientRoutes: Sendable {
    /// The seconds for which a file is used again, because rules begin and end without any change.
    static let lifetime = 30.0

    let served: ServedApps
    let answers: PublicAnswers

    func file(_ format: LegacyFormat, request: Request, context: AppRequestContext) async throws -> Response {
        let slug = context.slug
        let app = try served.app(slug).app
        let head = try served.head(slug)
        let platform = try InstallationParameters.parse(query: request.uri.query).parameters.platformOrDefault(for: app)
        let key = AnswerKey(app: slug, question: .oldClients(format, platform: platform))
        let response = try await answers.response(to: key, edition: AnswerEdition(head: head.digest)) { now in
            var manifest = head.manifest
            manifest.policy.appleID = manifest.policy.appleID ?? app.appleID
            let file = format.writeForOldClients(PreparedManifest(manifest), platform: platform, at: now)
            guard let json = file.json else {
                throw HTTPProblem(
                    .noRelease,
                    detail: "the policy cannot be written as \(format.rawValue): "
                        + (file.findings.first { $0.severity == .error }?.message ?? "it says nothing"))
            }
            let bytes = json.jsonBytes()
            let answer = PreparedAnswer(
                json: bytes, caching: context.caching, headers: [.eTag: "\"\(ContentDigest.hex(bytes))\""])
            return PublicAnswers.Computed(answer: answer, end: now + Self.lifetime)
        }
        guard let tag = response.headers[.eTag], request.matchesEntityTag(String(tag.dropFirst().dropLast())) else {
            return response
        }
        let shared: HTTPFields = [.cacheControl: context.caching.rawValue, .eTag: tag]
        return PreparedAnswer(notModified: shared).response
    }
}
