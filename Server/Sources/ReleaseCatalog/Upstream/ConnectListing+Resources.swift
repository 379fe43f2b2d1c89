import AirworthyPolicy
package import AppStoreConnect

extension ConnectListing {
    /// Makes facts of what App Store Connect listed. What has no readable platform, version or number is named in
    /// ``unreadable``.
    package init(
        _ builds: Listing<BuildResource>, _ versions: Listing<AppStoreVersionResource>, appleID: Int?
    ) {
        let buildFacts = builds.items.map { ($0.id, BuildFact($0)) }
        let versionFacts = versions.items.map { ($0.id, StoreVersionFact($0)) }
        self.init(
            builds: buildFacts.compactMap(\.1), versions: versionFacts.compactMap(\.1),
            isComplete: builds.isComplete && versions.isComplete, appleID: appleID)
        unreadable = Set(buildFacts.filter { $0.1 == nil }.map(\.0) + versionFacts.filter { $0.1 == nil }.map(\.0))
    }
}

extension BuildFact {
    /// `nil` if it cannot be told which build it is, or on which systems it runs.
    init?(_ resource: BuildResource) {
        guard let platform = resource.platform.map({ Platform(appStoreConnect: $0) }),
            let version = resource.marketingVersion.flatMap({ try? AppVersion($0) }),
            let build = resource.number.flatMap({ try? BuildNumber($0) }),
            let minimum = resource.minimumOS(on: platform)
        else { return nil }
        self.init(id: resource.id, platform: platform, version: version, build: build)
        uploadedAt = resource.uploadedDate
        expiresAt = resource.expirationDate
        isExpired = resource.expired ?? false
        minimumOS = minimum
        processingState = resource.processingState
        audienceType = resource.audienceType
        internalState = resource.internalState
        externalState = resource.externalState
        // Some of the groups would look like all of them; none says nothing.
        groups = resource.hasAllGroups ? resource.groups.map(Group.init) : []
        notes = LocalizedText(resource.notes)
    }
}

extension BuildFact.Group {
    fileprivate init(_ resource: BetaGroupResource) {
        self.init(
            id: resource.id, name: resource.name, isInternal: resource.isInternal,
            hasAccessToAllBuilds: resource.hasAccessToAllBuilds,
            publicLink: resource.publicLinkEnabled == false ? nil : resource.publicLink)
    }
}

extension StoreVersionFact {
    /// `nil` if it cannot be told which version it is, or on which systems it runs.
    init?(_ resource: AppStoreVersionResource) {
        guard let platform = resource.platform.map({ Platform(appStoreConnect: $0) }),
            let version = resource.version.flatMap({ try? AppVersion($0) }), let state = resource.state,
            let minimum = (resource.build ?? BuildResource(id: "")).minimumOS(on: platform)
        else { return nil }
        self.init(id: resource.id, platform: platform, version: version, state: state)
        build = resource.build?.number.flatMap { try? BuildNumber($0) }
        minimumOS = minimum
        createdAt = resource.createdDate
        phase = resource.phasedRelease?.state.map { state in
            let day = resource.phasedRelease?.currentDayNumber.flatMap { (1...7).contains($0) ? $0 : nil }
            return Offer.Phase(state: state.lowercased(), day: day)
        }
        notes = LocalizedText(resource.notes)
    }
}

extension Platform {
    /// Reads Apple's word, e.g. `MAC_OS`. One that is new survives.
    init(appStoreConnect name: String) { self.init(name.replacing("_", with: "")) }
}

extension LocalizedText {
    /// Takes what Apple has by locale. Most of these name a region (`en-US`) where readers ask for a language: one of
    /// them, that of the United States or else the first by name, stands for its language where nothing else does.
    init?(_ notes: [BuildResource.Localization]) {
        guard !notes.isEmpty else { return nil }
        var texts = Dictionary(notes.map { ($0.locale, $0.text) }, uniquingKeysWith: { first, _ in first })
        for locale in texts.keys.sorted(by: { ($0.hasSuffix("-US") ? 0 : 1, $0) < ($1.hasSuffix("-US") ? 0 : 1, $1) }) {
            let parts = locale.split(separator: "-")
            // A script (`zh-Hans`) is more than a region.
            guard parts.count == 2, parts[1].utf8.count == 2, texts[String(parts[0])] == nil else { continue }
            texts[String(parts[0])] = texts.removeValue(forKey: locale)
        }
        self.init(texts)
    }
}

extension BuildResource {
    /// The oldest system: none if none is named, and `nil` as a whole if nobody can read it, because it might be any.
    fileprivate func minimumOS(on platform: Platform) -> AppVersion?? {
        let text = platform == .macos ? lsMinimumSystemVersion ?? minOSVersion : minOSVersion
        guard let text else { return .some(nil) }
        return (try? AppVersion(text)).map { .some($0) }
    }
}
