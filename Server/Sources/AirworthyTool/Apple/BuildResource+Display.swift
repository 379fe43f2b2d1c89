import AirworthyPolicy
import AppStoreConnect

extension BuildResource {
    /// Who can install it.
    func audiences(at now: Clock.Instant) -> [Channel.Audience] { standing(at: now).audiences }

    /// `internal, external`, or `nobody (expired)`: why, in Apple's words where there are any.
    func standingText(at now: Clock.Instant) -> String {
        let standing = standing(at: now)
        guard standing.audiences.isEmpty else { return standing.audiences.map(\.rawValue).joined(separator: ", ") }
        if isExpired(at: now) { return "nobody (expired)" }
        return standing.isUsable ? "nobody" : "nobody (\(processingState ?? "state unknown"))"
    }

    /// Whether it was expired, by time or by hand.
    func isExpired(at now: Clock.Instant) -> Bool { expired == true || expirationDate.map { $0 <= now } == true }

    private func standing(at now: Clock.Instant) -> BuildStanding {
        BuildStanding(
            processingState: processingState, isExpired: isExpired(at: now), audienceType: audienceType,
            internalState: internalState, externalState: externalState)
    }
}

extension BuildResource {
    /// `iOS 3.3.0 (225)`, with what is unknown left out.
    var displayName: String {
        let number = number.map { "(\($0))" }
        return [platformName, marketingVersion, number].compactMap { $0 }.joined(separator: " ")
    }

    /// Apple's name of the platform as people write it.
    var platformName: String? {
        switch platform {
        case "IOS": "iOS"
        case "MAC_OS": "macOS"
        case "TV_OS": "tvOS"
        case "VISION_OS": "visionOS"
        default: platform
        }
    }

    /// The oldest system it runs on.
    var minimumOS: String? { platform == "MAC_OS" ? lsMinimumSystemVersion ?? minOSVersion : minOSVersion }
}
