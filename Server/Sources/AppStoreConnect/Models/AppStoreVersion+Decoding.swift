import AirworthyPolicy
import ReleaseCatalog

extension AppStoreVersion {
    /// Reads a version and the resources included with it. Absent attributes stay unknown. The result is `nil` if
    /// platform, version, state or the oldest operating system is unreadable.
    init?(_ resource: ConnectResource, in document: ConnectDocument) {
        let submitted = document.included(resource.link("build")?.first)
        guard let platform = resource.string("platform").map({ Platform(appStoreConnect: $0) }),
            let version = resource.string("versionString").flatMap({ try? AppVersion($0) }),
            let state = resource.string("appVersionState"),
            let minimumOS = submitted.map({ $0.minimumOS(on: platform) }) ?? .some(nil)
        else { return nil }
        self.init(id: resource.id, platform: platform, version: version, state: state)
        self.minimumOS = minimumOS
        build = submitted?.string("version").flatMap { try? BuildNumber($0) }
        createdAt = resource.date("createdDate")
        let phased = document.included(resource.link("appStoreVersionPhasedRelease")?.first)
        phase = phased?.string("phasedReleaseState").map { state in
            let day = phased?.int("currentDayNumber").flatMap { (1...7).contains($0) ? $0 : nil }
            return Offer.Phase(state: state.lowercased(), day: day)
        }
        notes = document.localizedText(resource.link("appStoreVersionLocalizations"), attribute: "whatsNew")
    }

    static let fields = [
        "platform", "versionString", "appVersionState", "createdDate", "build", "appStoreVersionLocalizations",
        "appStoreVersionPhasedRelease",
    ]
}
