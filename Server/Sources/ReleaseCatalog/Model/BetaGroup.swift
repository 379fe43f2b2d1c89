/// A group of TestFlight testers. Everything but the id may be unknown.
package struct BetaGroup: Hashable, Sendable {
    /// App Store Connect's id.
    package var id: String
    /// The name; not public.
    package var name: String?
    /// Whether the members are users of the team.
    package var isInternal: Bool?
    /// Whether the group gets every build automatically.
    package var hasAccessToAllBuilds: Bool?
    /// The public link, `https://testflight.apple.com/join/…`; `nil` if there is none or it is disabled.
    package var publicLink: String?

    package init(
        id: String, name: String? = nil, isInternal: Bool? = nil, hasAccessToAllBuilds: Bool? = nil,
        publicLink: String? = nil
    ) {
        self.id = id
        self.name = name
        self.isInternal = isInternal
        self.hasAccessToAllBuilds = hasAccessToAllBuilds
        self.publicLink = publicLink
    }
}
