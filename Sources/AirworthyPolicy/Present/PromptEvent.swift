#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An event on the device that affects later presentations.
public enum PromptEvent: Hashable, Sendable {
    /// A cold start of the installed app.
    case launched(Installation)
    /// A return to the foreground after a time in the background.
    case returned(away: Period)
    /// An answer to a prompt about the decision. Swiping a sheet away is PromptAnswer/later.
    case answered(PromptAnswer, to: Decision)
    /// A tap that leads to the store, from the gate or a prompt about the decision, and whether the URL opened.
    case storeTrip(for: Decision, opened: Bool)
    /// A banner that the user has seen.
    case bannerShown
}

/// The user's answer to a prompt. Termination, an interruption and a change of scene are not answers.
public enum PromptAnswer: String, Hashable, Sendable, CaseIterable {
    /// Open the update.
    case update
    /// Later, or the prompt was swiped away.
    case later
    /// Do not prompt for this release again.
    case skip
}

/// An event that the app may want to show or count.
public enum ClientEvent: Hashable, Sendable {
    /// The first start of a newer build.
    case updated(from: InstalledBuild, to: InstalledBuild)
    /// The first start of an older build, which clears the prompt history.
    case changed(from: InstalledBuild, to: InstalledBuild)
    /// Three trips to the store without a change: the rule's gate is a prompt until the instant.
    case gateLowered(rule: String?, until: Date)
}
