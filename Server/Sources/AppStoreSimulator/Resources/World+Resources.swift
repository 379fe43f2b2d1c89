import Foundation

extension World {
    /// Returns the references of all resources of a type, sorted by id.
    func all(_ kind: ResourceType) -> [ResourceRef] {
        let ids: [String] =
            switch kind {
            case .apps: apps.map(\.id)
            case .builds, .buildBetaDetails: builds.map(\.id)
            case .preReleaseVersions: Array(Set(builds.map(\.preReleaseID)))
            case .betaGroups: groups.map(\.id)
            case .betaBuildLocalizations: builds.flatMap { build in build.notes.map { build.noteID($0.locale) } }
            case .betaAppReviewSubmissions: builds.filter { $0.review != nil }.map(\.id)
            case .buildUploads: builds.map(\.uploadID)
            case .appStoreVersions: versions.map(\.id)
            case .appStoreVersionLocalizations:
                versions.flatMap { version in version.notes.map { version.noteID($0.locale) } }
            case .appStoreVersionPhasedReleases: versions.compactMap { $0.phased?.id }
            case .webhooks: webhooks.map(\.id)
            case .webhookDeliveries: deliveries.map(\.id)
            case .webhookEvents: events.map(\.id)
            }
        return ids.sorted().map { ResourceRef(kind, id: $0) }
    }

    /// Returns the current state of a resource; `nil` if it does not exist.
    func resource(_ ref: ResourceRef) -> Resource? {
        let builder = ResourceBuilder(world: self)
        let id = ref.id
        return switch ref.kind {
        case .apps: app(id).map(builder.resource)
        case .builds: builds.first { $0.id == id }.map(builder.resource)
        case .preReleaseVersions: builder.preReleaseVersion(ref)
        case .buildBetaDetails: builds.first { $0.id == id }.map(builder.betaDetail)
        case .betaGroups: groups.first { $0.id == id }.map(builder.resource)
        case .betaBuildLocalizations: builder.betaNote(ref)
        case .betaAppReviewSubmissions: builds.first { $0.id == id && $0.review != nil }.map(builder.review)
        case .buildUploads: builds.first { $0.uploadID == id }.map(builder.upload)
        case .appStoreVersions: versions.first { $0.id == id }.map(builder.resource)
        case .appStoreVersionLocalizations: builder.versionNote(ref)
        case .appStoreVersionPhasedReleases:
            versions.lazy.compactMap(\.phased).first { $0.id == id }.map(builder.resource)
        case .webhooks: webhooks.first { $0.id == id }.map(builder.resource)
        case .webhookDeliveries: deliveries.first { $0.id == id }.map(builder.resource)
        case .webhookEvents: events.first { $0.id == id }.map(builder.resource)
        }
    }
}
