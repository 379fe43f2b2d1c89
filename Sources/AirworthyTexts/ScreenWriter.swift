public import AirworthyPolicy
public import Foundation

/// Writes the texts and actions of screens in a language, without drawing them: for views, dashboards, terminals and tests.
///
/// ```swift
/// let writer = ScreenWriter(language: "ja")
/// let shown = present(decision, history: PromptHistory(), context: .init(.launch), at: .now, calendar: .current)
/// if let screen = writer.content(for: decision, presentation: shown) { print(screen.title, screen.message) }
/// ```
public struct ScreenWriter: Sendable {
    private let text: UIText
    private let now: Date

    /// The languages of the texts, as in the names of `.lproj` folders.
    public static var languages: [String] { TextLanguage.all }

    /// Creates a writer.
    /// - Parameters:
    ///   - language: A tag, such as `ja` or `pt-BR`; `nil` for the language of the app. Other languages than ``languages`` have English
    ///     texts.
    ///   - timeZone: The time zone of dates.
    ///   - now: The time, for the remaining time of a beta.
    ///   - files: The files with the texts, the most important first; `nil` for those of the app and of this package.
    public init(
        language: String? = nil, timeZone: TimeZone = .current, now: Date = Date(), files: [TextFiles]? = nil
    ) {
        self.init(text: UIText(table: TextTable(language: language, files: files), timeZone: timeZone), now: now)
    }

    /// Creates a writer with texts.
    package init(text: UIText, now: Date) {
        self.text = text
        self.now = now
    }

    /// Returns the texts and actions of a screen.
    /// - Parameters:
    ///   - decision: The decision.
    ///   - presentation: The presentation of the decision.
    ///   - isChecking: Whether the user has asked for a new check that has not ended.
    ///   - isRefused: Whether the system opened none of the update's links.
    /// - Returns: The texts; `nil` if there is nothing to show.
    public func content(
        for decision: Decision, presentation: Presentation, isChecking: Bool = false, isRefused: Bool = false
    ) -> ScreenContent? {
        var content: ScreenContent
        switch presentation.content {
        case .nothing: return nil
        case .banner: content = banner(decision)
        case .prompt(let prompt): content = self.prompt(prompt, decision: decision)
        case .gate(let gate):
            content = self.gate(gate, decision: decision)
            if gate.isRechecking || isChecking { content.progress = text[.checking] }
        case .maintenance(let until, let isRechecking):
            content = maintenance(decision, until: until)
            if isRechecking || isChecking { content.progress = text[.checking] }
        }
        let links = UpdateLinks([presentation.update?.url], platform: decision.platform)
        if isRefused { content.refusal = text.refused(links) }
        content.actions = content.actions.filter { $0 != .update || !links.urls.isEmpty }
        for action in content.actions { content.labels[action] = label(for: action, links: links) }
        return content
    }

    // MARK: Screens

    private func gate(_ gate: Presentation.Gate, decision: Decision) -> ScreenContent {
        var content: ScreenContent
        if decision.status == .requiredUnavailable {
            let advice = advice(decision)
            content = ScreenContent(
                kind: .unavailable, title: decision.title ?? text[.unavailableTitle],
                message: decision.message ?? advice)
            if decision.message != nil { content.details.append(advice) }
        } else {
            content = ScreenContent(
                kind: .gate, title: decision.title ?? text[.gateTitle],
                message: decision.message
                    ?? text[decision.channel.isTestFlight ? .gateMessageBeta : .gateMessage])
        }
        // A release that this device cannot install is not announced as available.
        if gate.options.contains(.update) {
            if let versions = versions(of: gate.update, decision: decision) { content.details.append(versions) }
            content.notes = notes(of: gate.update, isBeta: decision.channel.isTestFlight)
        }
        content.actions = gate.options.map(ScreenContent.Action.init) + [.retry] + supportAction(decision)
        return content
    }

    private func maintenance(_ decision: Decision, until: Date) -> ScreenContent {
        var content = ScreenContent(
            kind: .maintenance, title: decision.title ?? text[.maintenanceTitle],
            message: decision.message ?? text[.maintenanceMessage])
        content.details.append(text.maintenanceEnd(until))
        content.actions = [.retry]
        if let url = decision.maintenance?.url, OpenableURL.isOpenable(url) { content.actions.append(.status) }
        content.actions += supportAction(decision)
        return content
    }

    private func prompt(_ prompt: Presentation.Prompt, decision: Decision) -> ScreenContent {
        let isBeta = decision.channel.isTestFlight && prompt.update?.leavesBeta != true
        var content = ScreenContent(
            kind: .prompt, title: decision.title ?? text[isBeta ? .promptTitleBeta : .promptTitle], message: "")
        let expiry = expiryLine(decision)
        let versions = versions(of: prompt.update, decision: decision)
        if prompt.update == nil {
            // There is nothing to install: the prompt only informs.
            content.title = decision.title ?? text[.bannerTitle]
            content.message = decision.message ?? expiry ?? text[.unavailableMessage]
        } else {
            content.message = decision.message ?? versions ?? text[.promptMessageUnknown]
        }
        let lines = [
            decision.message == nil ? nil : versions, prompt.countdown.map(text.deadline), expiry,
            prompt.update?.leavesBeta == true ? text[.promptLeavesBeta] : nil,
            prompt.lowered == .storeTrips ? text[.promptLowered] : nil,
        ]
        content.details = lines.compactMap(\.self).filter { $0 != content.message }
        content.notes = notes(of: prompt.update, isBeta: isBeta)
        content.actions = prompt.options.map(ScreenContent.Action.init)
        return content
    }

    private func banner(_ decision: Decision) -> ScreenContent {
        let advice = advice(decision)
        var content = ScreenContent(
            kind: .banner, title: decision.title ?? text[.bannerTitle], message: decision.message ?? advice)
        if decision.message != nil { content.details.append(advice) }
        content.actions = [.close] + supportAction(decision)
        return content
    }

    // MARK: Parts

    /// Returns the line with the offered and the installed version.
    private func versions(of update: Decision.Update?, decision: Decision) -> String? {
        guard let update, let version = update.version else { return nil }
        var (new, installed) = ("\(version)", decision.installedVersion)
        // Builds are named only where the versions alone do not show the difference.
        let isBuild = decision.channel.isTestFlight || new == installed
        if isBuild, let build = update.build { new += " (\(build))" }
        if isBuild, let build = decision.installedBuild { installed += " (\(build))" }
        return text.newVersion(new, installed: installed)
    }

    private func notes(of update: Decision.Update?, isBeta: Bool) -> ScreenContent.Notes? {
        guard let notes = update?.notes?.trimmingCharacters(in: .whitespacesAndNewlines), !notes.isEmpty else {
            return nil
        }
        return ScreenContent.Notes(title: text[isBeta ? .notesTitleBeta : .notesTitle], text: notes)
    }

    private func expiryLine(_ decision: Decision) -> String? {
        guard decision.reason == .betaExpiry, let expiry = decision.expiry else { return nil }
        return text.expiry(Presentation.Countdown(to: expiry, at: now))
    }

    /// Returns the advice for a user whose device cannot install the update.
    private func advice(_ decision: Decision) -> String {
        switch decision.reason {
        case .osTooOld:
            decision.update?.minimumOS.map { text.needs(system: "\(decision.platform.displayName) \($0)") }
                ?? text[.unavailableSystemUnknown]
        case .notInStorefront: text[.unavailableCountry]
        case .notSettled, .phased: text[.unavailableSoon]
        case .noURL, .noEvidence: text[.unavailableNoLink]
        default: text[.unavailableMessage]
        }
    }

    private func supportAction(_ decision: Decision) -> [ScreenContent.Action] {
        decision.support.map(OpenableURL.isSupportLink) == true ? [.support] : []
    }

    private func label(for action: ScreenContent.Action, links: UpdateLinks) -> String {
        switch action {
        case .update: text[links.place == .testFlight ? .updateBeta : .update]
        case .later: text[.later]
        case .skip: text[.skip]
        case .retry: text[.retry]
        case .support: text[.support]
        case .status: text[.status]
        case .close: text[.close]
        }
    }
}

extension ScreenContent.Action {
    package init(_ option: Presentation.Option) {
        switch option {
        case .update: self = .update
        case .later: self = .later
        case .skip: self = .skip
        }
    }
}

extension Presentation {
    /// The release that the update button leads to.
    package var update: Decision.Update? {
        switch content {
        case .prompt(let prompt): prompt.update
        case .gate(let gate): gate.update
        case .nothing, .banner, .maintenance: nil
        }
    }
}
