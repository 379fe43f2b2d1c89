import AirworthyPolicy
import ReleaseCatalog

extension TestFlightBuild {
    /// Reads a build and the resources included with it. Absent attributes stay unknown. The result is `nil` if
    /// platform, version, build number or the oldest operating system is unreadable.
    init?(_ resource: ConnectResource, in document: ConnectDocument) {
        let prerelease = document.included(resource.link("preReleaseVersion")?.first)
        guard let platform = prerelease?.string("platform").map({ Platform(appStoreConnect: $0) }),
            let version = prerelease?.string("version").flatMap({ try? AppVersion($0) }),
            let number = resource.string("version").flatMap({ try? BuildNumber($0) }),
            let minimumOS = resource.minimumOS(on: platform)
        else { return nil }
        self.init(id: resource.id, platform: platform, version: version, number: number)
        self.minimumOS = minimumOS
        uploadedAt = resource.date("uploadedDate")
        expiresAt = resource.date("expirationDate")
        isExpired = resource.bool("expired") ?? false
        processingState = resource.string("processingState")
        audienceType = resource.string("buildAudienceType")
        let detail = document.included(resource.link("buildBetaDetail")?.first)
        internalState = detail?.string("internalBuildState")
        externalState = detail?.string("externalBuildState")
        let links = resource.link("betaGroups")
        groups = (links?.identifiers ?? []).map { link in
            document.included(link).map(BetaGroup.init) ?? BetaGroup(id: link.id)
        }
        hasAllGroups = links?.isWhole ?? false
        notes = document.localizedText(resource.link("betaBuildLocalizations"), attribute: "whatsNew")
    }

    /// The fields to request. A relationship that is left out here is left out of the response, though it is included.
    static let fields = [
        "version", "uploadedDate", "expirationDate", "expired", "minOsVersion", "lsMinimumSystemVersion",
        "processingState", "buildAudienceType", "preReleaseVersion", "buildBetaDetail", "betaGroups",
        "betaBuildLocalizations",
    ]
}

extension ConnectResource {
    /// Returns the oldest system of a build: `.some(nil)` if it names none; `nil` if that is unreadable.
    func minimumOS(on platform: Platform) -> AppVersion?? {
        let text =
            platform == .macos ? string("lsMinimumSystemVersion") ?? string("minOsVersion") : string("minOsVersion")
        guard let text else { return .some(nil) }
        return (try? AppVersion(text)).map { .some($0) }
    }
}

extension Platform {
    /// Reads Apple's name, e.g. `MAC_OS`. An unknown one survives.
    init(appStoreConnect name: String) { self.init(name.replacing("_", with: "")) }
}

extension BetaGroup {
    init(_ resource: ConnectResource) {
        self.init(
            id: resource.id, name: resource.string("name"), isInternal: resource.bool("isInternalGroup"),
            hasAccessToAllBuilds: resource.bool("hasAccessToAllBuilds"),
            publicLink: resource.bool("publicLinkEnabled") == false ? nil : resource.string("publicLink"))
    }

    static let fields = ["name", "isInternalGroup", "hasAccessToAllBuilds", "publicLinkEnabled", "publicLink"]
}
