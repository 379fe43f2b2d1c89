/// A group of testers as App Store Connect tells it. Everything but the id may be unknown.
package struct BetaGroupResource: Hashable, Sendable {
    /// App Store Connect's id.
    package var id: String
    /// Its name.
    package var name: String?
    /// Whether its members are users of the team.
    package var isInternal: Bool?
    /// Whether it gets every build by itself.
    package var hasAccessToAllBuilds: Bool?
    /// Whether its public link is switched on.
    package var publicLinkEnabled: Bool?
    /// `https://testflight.apple.com/join/…` if it has one.
    package var publicLink: String?

    /// Makes a group.
    package init(
        id: String, name: String? = nil, isInternal: Bool? = nil, hasAccessToAllBuilds: Bool? = nil,
        publicLinkEnabled: Bool? = nil, publicLink: String? = nil
    ) {
        self.id = id
        self.name = name
        self.isInternal = isInternal
        self.hasAccessToAllBuilds = hasAccessToAllBuilds
        self.publicLinkEnabled = publicLinkEnabled
        self.publicLink = publicLink
    }
}

extension BetaGroupResource {
    init(_ resource: Resource) {
        self.init(
            id: resource.id, name: resource.text("name"), isInternal: resource.flag("isInternalGroup"),
            hasAccessToAllBuilds: resource.flag("hasAccessToAllBuilds"),
            publicLinkEnabled: resource.flag("publicLinkEnabled"), publicLink: resource.text("publicLink"))
    }

    /// What is asked for.
    static let fields = ["name", "isInternalGroup", "hasAccessToAllBuilds", "publicLinkEnabled", "publicLink"]
}
