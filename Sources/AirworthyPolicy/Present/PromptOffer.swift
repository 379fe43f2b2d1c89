/// The content of a prompt about a decision: the update it offers, and whether the user may skip it.
package struct PromptOffer {
    /// The update of the decision. Where no rule acts, the newest release if it is newer than the installed one.
    let update: Decision.Update?
    /// The subject to which answers belong.
    let target: PromptTarget
    /// Whether the user may skip it: not while a deadline runs, and only if another release can be told apart from it.
    package let isSkippable: Bool

    package init(_ decision: Decision) {
        update = decision.update ?? (decision.status == .ok ? decision.newerRelease : nil)
        target = PromptTarget(update, of: decision)
        isSkippable =
            decision.skippable && !decision.blocking && decision.status == .recommended && decision.deadline == nil
            && target.isRelease
    }
}

/// The subject of a prompt. An answer to one prompt applies to later prompts about the same subject only.
enum PromptTarget: Hashable {
    /// A release. On the App Store without its build, because not every source knows that.
    case release(AppVersion, BuildNumber?)
    /// An update of unknown version.
    case link(String)
    /// A text without an update.
    case rule(String)

    init(_ update: Decision.Update?, of decision: Decision) {
        if let update, let version = update.version {
            self = .release(version, decision.channel == .appstore || update.leavesBeta ? nil : update.build)
        } else {
            self = update?.url.map(PromptTarget.link) ?? .rule(decision.rule ?? "")
        }
    }

    /// Whether another release can be told apart from this one. Otherwise, a skip would never end.
    var isRelease: Bool {
        if case .release = self { true } else { false }
    }

    init?(_ json: JSONValue?) {
        if let text = json?["version"]?.stringValue {
            guard let version = try? AppVersion(text) else { return nil }
            guard let build = json?["build"], !build.isNull else {
                self = .release(version, nil)
                return
            }
            guard let build = build.stringValue.flatMap({ try? BuildNumber($0) }) else { return nil }
            self = .release(version, build)
        } else if let url = json?["url"]?.stringValue {
            self = .link(url)
        } else if let rule = json?["rule"]?.stringValue {
            self = .rule(rule)
        } else {
            return nil
        }
    }

    var jsonValue: JSONValue {
        switch self {
        case .release(let version, nil): ["version": .text(version)]
        case .release(let version, let build?): ["version": .text(version), "build": .text(build)]
        case .link(let url): ["url": .string(url)]
        case .rule(let rule): ["rule": .string(rule)]
        }
    }
}
