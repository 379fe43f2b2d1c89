import AirworthyPolicy

/// Checks the URLs and channels of each rule.
struct ChannelLint {
    let subject: LintSubject

    /// The channels that a rule must list to require updates there.
    private static let unlisted: [Channel] = [.debug, .adhoc, .unknown]

    /// The channels on which a rule may match and act.
    static func channels(of rule: Rule, in subject: LintSubject) -> [Channel] {
        let apple = Platform.known.filter { $0 != .android }
        let places = subject.isForAndroid ? [apple, [.android]] : [apple]
        let distribution = places.filter { !rule.when.isDisjoint(from: .platform($0)) }.flatMap { platforms in
            Channel.distributing(platforms[0]).filter(\.isWhole)
        }
        return (distribution + unlisted.filter(rule.lists)).filter { !rule.when.isDisjoint(from: .channel([$0])) }
    }

    func findings(_ index: Int) -> [Finding] {
        let rule = subject.policy.rules[index]
        let path = subject.path(of: index)
        var findings: [Finding] = []
        if let url = rule.effect.url, rule.effect.isReadable {
            let channels = Self.channels(of: rule, in: subject)
            if !channels.isEmpty, !channels.contains(where: { UpdateLink.fits(url, channel: $0) }) {
                findings.append(
                    .warning(
                        "url-does-not-fit", at: path.appending("url"),
                        message:
                            "The URL fits no channel of this rule; the App Store needs an apps.apple.com link, TestFlight "
                            + "a TestFlight link, Google Play one of play.google.com, other channels a host of your "
                            + "own."))
            }
        }
        guard rule.effect.mayRequire else { return findings }
        if let channel = Self.unlisted.first(where: rule.lists), rule.effect.url == nil {
            findings.append(
                .warning(
                    "no-url", at: path,
                    message: "No URL leads \(channel) installations to an update, so it is never required there; add a "
                        + "\"url\"."))
        }
        let left = Self.unlisted.first { !rule.lists($0) && !rule.when.isDisjoint(from: .channel([$0])) }
        if let left, let path = negatedChannel(rule.when, at: path.appending("when")) {
            findings.append(
                .warning(
                    "unlisted-channel", at: path,
                    message:
                        "Excluding channels leaves \(left) in, but an update is never required there unless the channel "
                        + "is listed; list the channels the rule is for."))
        }
        return findings
    }

    private func negatedChannel(_ condition: Condition, at path: DocumentPath) -> DocumentPath? {
        var found: DocumentPath?
        ConditionLint.visit(condition, at: path) { part, path, isNegated in
            if case .channel = part, isNegated, found == nil { found = path }
        }
        return found
    }
}

extension Channel {
    /// Whether it is not a part of another channel, as an audience of TestFlight is.
    fileprivate var isWhole: Bool {
        switch self {
        case .testflight(.some), .marketplace(.some), .play(.some): false
        default: true
        }
    }
}
