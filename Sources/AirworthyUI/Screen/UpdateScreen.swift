public import AirworthyPolicy

/// The texts and actions of one Airworthy screen, for a view of your own that replaces the built-in one.
///
/// Show the texts as they are and a button for each of ``actions``. Use it on the main actor.
///
/// ```swift
/// ContentView()
///     .updateGate(airworthy)
///     .airworthyScreen(.prompt) { screen in
///         Text(screen.content.message)
///         ForEach(screen.actions, id: \.self) { action in
///             Button(screen.label(for: action)) { screen.perform(action) }
///         }
///     }
/// ```
@MainActor public struct UpdateScreen {
    /// The kind of a screen.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The app waits for the first decision of a launch. The built-in screen is blank for 0.8 seconds, then it shows a text.
        case launching
        /// An update is required. The user cannot leave the screen.
        case gate
        /// An update is required, but this device cannot install it. The user cannot leave the screen.
        case unavailable
        /// The app is in maintenance. The screen disappears when the maintenance ends.
        case maintenance
        /// An update is recommended. The user can postpone it.
        case prompt
        /// A message that the user can close.
        case banner
    }

    /// The action of a button.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// Opens the update in the App Store, in TestFlight or on the web.
        case update
        /// Postpones the prompt.
        case later
        /// Skips this release: there is no further prompt for it.
        case skip
        /// Checks again for a newer decision.
        case retry
        /// Opens the team's support link.
        case support
        /// Opens the status page of the maintenance.
        case status
        /// Closes the banner.
        case close
    }

    /// The decision that the screen is about.
    public var decision: Decision
    /// The presentation that the screen shows.
    public var presentation: Presentation
    /// The texts.
    public var content: ScreenContent
    private let press: @MainActor (Action) -> Void

    init(_ item: ScreenItem, content: ScreenContent, press: @escaping @MainActor (Action) -> Void) {
        decision = item.decision
        presentation = item.presentation
        self.content = content
        self.press = press
    }

    /// Creates a screen without actions.
    init(decision: Decision, content: ScreenContent) {
        self.decision = decision
        presentation = Presentation(.nothing(.nothingToShow))
        self.content = content
        press = { _ in }
    }

    /// The actions that the screen offers, the most important first.
    public var actions: [Action] { content.actions }

    /// Returns the title of a button in the app's language.
    /// - Parameter action: The action of the button.
    /// - Returns: The title; empty for an action that is not one of ``actions``.
    public func label(for action: Action) -> String { content.labels[action] ?? "" }

    /// Performs the action of a button. An action that is not one of ``actions`` has no effect.
    /// - Parameter action: The action of the button.
    public func perform(_ action: Action) {
        if actions.contains(action) { press(action) }
    }
}

/// The texts of a screen, in the app's language. The rule's own texts take precedence over the built-in ones.
public struct ScreenContent: Hashable, Sendable {
    /// The kind of the screen.
    public var kind: UpdateScreen.Kind
    /// The heading.
    public var title: String
    /// The text under the heading.
    public var message: String
    /// Further lines: versions, the remaining time, advice.
    public var details: [String] = []
    /// The release notes with their heading.
    public var notes: Notes?
    /// The line to show during a check; `nil` at other times.
    public var progress: String?
    /// The message to show if the system opened none of the update's links.
    public var refusal: String?
    /// The actions that the screen offers, the most important first.
    public var actions: [UpdateScreen.Action] = []
    /// The titles of the buttons.
    public var labels: [UpdateScreen.Action: String] = [:]

    /// Release notes with their heading.
    public struct Notes: Hashable, Sendable {
        /// The heading.
        public var title: String
        /// The notes as the team wrote them, in plain text.
        public var text: String
    }
}
