public import AirworthyPolicy

/// One screen of Airworthy's own: what it says and what a person can do, without how it looks.
///
/// It is what a view of your own gets that stands in for a built-in one. Show the texts as they are, a button for each of
/// ``actions`` with its ``label(for:)``, and call ``perform(_:)`` when it is pressed. On the main actor.
@MainActor public struct UpdateScreen {
    /// What kind of screen it is.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Cannot be left: an update is required.
        case gate
        /// Cannot be left: an update is required, but nothing can be installed.
        case unavailable
        /// Goes away at the end of the maintenance.
        case maintenance
        /// Can be put off.
        case prompt
        /// A message that can be closed.
        case banner
    }

    /// What a person can do.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// Go to the store, to TestFlight, or wherever the update is.
        case update
        /// Put the prompt off.
        case later
        /// Never prompt for this release again.
        case skip
        /// Ask the server again.
        case retry
        /// Turn to the team.
        case support
        /// Read about the maintenance.
        case status
        /// Close the banner.
        case close
    }

    /// The decision the screen is about.
    public var decision: Decision
    /// What to show, as it was decided.
    public var presentation: Presentation
    /// What it says.
    public var content: ScreenContent
    private let press: @MainActor (Action) -> Void

    init(_ item: ScreenItem, _ content: ScreenContent, press: @escaping @MainActor (Action) -> Void) {
        decision = item.decision
        presentation = item.presentation
        self.content = content
        self.press = press
    }

    /// What can be done, the most important first.
    public var actions: [Action] { content.actions }

    /// The name of a button, in the app's language.
    /// - Parameter action: What the button does.
    /// - Returns: Its name; empty for an action that is not one of ``actions``.
    public func label(for action: Action) -> String { content.labels[action] ?? "" }

    /// Does what a button says. One that is not offered does nothing.
    /// - Parameter action: What the button does.
    public func perform(_ action: Action) {
        if actions.contains(action) { press(action) }
    }
}
