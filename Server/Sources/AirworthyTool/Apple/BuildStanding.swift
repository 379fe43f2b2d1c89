import AirworthyPolicy
import AppStoreConnect

/// What Apple's states of a build mean for those who test. States that are not known mean "not available".
struct BuildStanding {
    /// Who can install it.
    let audiences: [Channel.Audience]
    /// Why nobody can, in Apple's words where there are any.
    let obstacle: String?

    init(_ build: BuildResource, at now: Clock.Instant) {
        if build.expired == true || build.expirationDate.map({ $0 <= now }) == true {
            (audiences, obstacle) = ([], "expired")
        } else if build.processingState != "VALID" {
            (audiences, obstacle) = ([], build.processingState ?? "state unknown")
        } else {
            let isInternalOnly = build.audienceType == "INTERNAL_ONLY"
            audiences = [
                build.internalState == "IN_BETA_TESTING" ? .internal : nil,
                build.externalState == "IN_BETA_TESTING" && !isInternalOnly ? .external : nil,
            ].compactMap { $0 }
            obstacle = nil
        }
    }

    /// `internal, external`, or `nobody (expired)`.
    var text: String {
        guard audiences.isEmpty else { return audiences.map(\.rawValue).joined(separator: ", ") }
        return "nobody" + (obstacle.map { " (\($0))" } ?? "")
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
