/// The texts of a screen, in one language. The rule's own texts take precedence over the built-in ones.
public struct ScreenContent: Hashable, Sendable {
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

    /// The kind of the screen.
    public var kind: Kind
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
    public var actions: [Action] = []
    /// The titles of the buttons.
    public var labels: [Action: String] = [:]

    /// Release notes with their heading.
    public struct Notes: Hashable, Sendable {
        /// The heading.
        public var title: String
        /// The notes as the team wrote them, in plain text.
        public var text: String

        package init(title: String, text: String) {
            self.title = title
            self.text = text
        }
    }

    package init(kind: Kind, title: String, message: String) {
        self.kind = kind
        self.title = title
        self.message = message
    }
}
