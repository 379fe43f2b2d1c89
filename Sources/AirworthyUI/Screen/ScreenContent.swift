/// What a screen says, in the app's language. The rule's own texts come before the built-in ones.
public struct ScreenContent: Hashable, Sendable {
    /// What kind of screen it is.
    public var kind: UpdateScreen.Kind
    /// The heading.
    public var title: String
    /// The text under it.
    public var message: String
    /// Further lines: versions, the time left, what to do.
    public var details: [String] = []
    /// The heading of the release notes, and the notes.
    public var notes: Notes?
    /// The line to show while an answer is awaited; `nil` while none is.
    public var progress: String?
    /// What to say where no program took the link.
    public var refusal: String?
    /// What can be done, the most important first.
    public var actions: [UpdateScreen.Action] = []
    /// The names of the buttons.
    public var labels: [UpdateScreen.Action: String] = [:]

    /// Release notes under their heading.
    public struct Notes: Hashable, Sendable {
        /// The heading.
        public var title: String
        /// The notes, as the team wrote them: plain text.
        public var text: String
    }
}
