import ReleaseCatalog

extension BetaGroup {
    init(_ resource: ConnectResource) {
        self.init(
            id: resource.id, name: resource.string("name"), isInternal: resource.bool("isInternalGroup"),
            hasAccessToAllBuilds: resource.bool("hasAccessToAllBuilds"),
            publicLink: resource.bool("publicLinkEnabled") == false ? nil : resource.string("publicLink"))
    }

    /// The fields to request.
    static let fields = ["name", "isInternalGroup", "hasAccessToAllBuilds", "publicLinkEnabled", "publicLink"]
}
