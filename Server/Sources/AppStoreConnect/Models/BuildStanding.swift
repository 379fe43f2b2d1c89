package import AirworthyPolicy

/// What Apple's states of a build mean for those who test. A state that is not listed, a new one too, means "not available".
///
/// Neither the audience type nor the groups decide: the first says what a build may become, and automatic groups may be
/// missing from the second.
package struct BuildStanding: Hashable, Sendable {
    /// Whether TestFlight could give it to anybody.
    package let isUsable: Bool
    /// Who has it.
    package let audiences: [Channel.Audience]

    /// Judges a build.
    /// - Parameters:
    ///   - processingState: Apple's `processingState`.
    ///   - isExpired: Whether it was expired, by time or by hand.
    ///   - audienceType: Apple's `buildAudienceType`; an internal-only build never reaches external testers.
    ///   - internalState: Apple's `internalBuildState`.
    ///   - externalState: Apple's `externalBuildState`.
    package init(
        processingState: String?, isExpired: Bool, audienceType: String?, internalState: String?, externalState: String?
    ) {
        isUsable = processingState == "VALID" && !isExpired
        guard isUsable else {
            audiences = []
            return
        }
        audiences = [
            internalState == "IN_BETA_TESTING" ? .internal : nil,
            externalState == "IN_BETA_TESTING" && audienceType != "INTERNAL_ONLY" ? .external : nil,
        ].compactMap { $0 }
    }
}
