public import AirworthyPolicy
public import AirworthyTexts

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
    public typealias Kind = ScreenContent.Kind
    /// The action of a button.
    public typealias Action = ScreenContent.Action

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
