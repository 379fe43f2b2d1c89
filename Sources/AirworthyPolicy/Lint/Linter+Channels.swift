/// What a rule does to the channels it matches.
extension Linter {
    func channelFindings(_ rule: Rule, at path: DocumentPath) -> [Finding] {
        var findings: [Finding] = []
        if let url = rule.effect.url, rule.effect.isReadable {
            let channels = Self.shipping + Self.unlisted.filter(rule.lists)
            let matched = channels.filter { !rule.when.isDisjoint(from: .channel([$0])) }
            if !matched.isEmpty, !matched.contains(where: { UpdateLink.fits(url, channel: $0) }) {
                findings.append(
                    Finding(
                        code: "url-does-not-fit", severity: .warning, path: path.appending("url"),
                        message:
                            "No channel this rule matches can be sent there; App Store copies need an apps.apple.com link, "
                            + "TestFlight copies a TestFlight link, others a host of their own."))
            }
        }
        guard rule.effect.mayRequire else { return findings }
        let listed = Self.unlisted.filter(rule.lists)
        if let first = listed.first, rule.effect.url == nil {
            findings.append(
                Finding(
                    code: "no-url", severity: .warning, path: path,
                    message:
                        "Nobody knows where \(first) copies get an update, so it is never required of them; add a \"url\"."
                )
            )
        }
        let meant = Self.unlisted.first { channel in
            !rule.lists(channel) && !rule.when.isDisjoint(from: .channel([channel]))
        }
        if let meant, let place = negatedChannel(rule.when, at: path.appending("when")) {
            findings.append(
                Finding(
                    code: "unlisted-channel", severity: .warning, path: place,
                    message:
                        "Excluding channels leaves \(meant) in, but an update is never required there unless the channel is "
                        + "listed; list the channels the rule is for."))
        }
        return findings
    }

    private static let shipping: [Channel] = [.appstore, .testflight(nil), .marketplace(nil), .web, .enterprise]
    private static let unlisted: [Channel] = [.debug, .adhoc, .unknown]

    private func negatedChannel(_ condition: Condition, at path: DocumentPath) -> DocumentPath? {
        var found: DocumentPath?
        condition.forEach(at: path) { part, path, isNegated in
            if case .channel = part, isNegated, found == nil { found = path }
        }
        return found
    }
}
