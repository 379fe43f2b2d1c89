#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What to show for a decision at one moment.
public struct Presentation: Hashable, Sendable {
    /// What is on the screen.
    public enum Content: Hashable, Sendable {
        /// Nothing, and why.
        case nothing(Silence)
        /// The decision's message, to be read and left.
        case banner
        /// A sheet that can be dismissed.
        case prompt(Prompt)
        /// A screen that cannot.
        case gate(Gate)
        /// A screen that goes away at the end of the maintenance.
        case maintenance(until: Date, isRechecking: Bool)
    }

    /// What to show.
    public var content: Content
    /// When time alone may change it, the decision staying the same. The decision has its own
    /// ``Decision/reevaluateAt``.
    public var nextAt: Date?

    /// Makes a presentation, for previews and tests.
    /// - Parameters:
    ///   - content: What to show.
    ///   - nextAt: When time alone may change it.
    public init(_ content: Content, nextAt: Date? = nil) {
        self.content = content
        self.nextAt = nextAt
    }

    /// Whether the app is covered.
    public var isBlocking: Bool {
        switch content {
        case .gate, .maintenance: true
        case .nothing, .banner, .prompt: false
        }
    }

    /// Why nothing is shown.
    public enum Silence: String, Hashable, Sendable, CaseIterable {
        /// The decision asks for nothing.
        case nothingToShow
        /// Somebody asked for quiet; ask again when the hold ends, with the trigger that was held.
        case held
        /// A block waits for the next launch or return.
        case inUse
        /// This release was skipped.
        case skipped
        /// A prompt was answered and it is not yet time for another.
        case answered
        /// Today's banner was seen.
        case bannerShown
        /// A banner needs a message.
        case noMessage
    }

    /// What a person can do.
    public enum Option: String, Hashable, Sendable, CaseIterable {
        /// Go to the update's URL.
        case update
        /// Dismiss.
        case later
        /// Dismiss, and never again for this release.
        case skip
    }

    /// Why a gate is shown as a prompt.
    public enum Lowered: String, Hashable, Sendable {
        /// Three trips to the store changed nothing.
        case storeTrips
    }

    /// The time left before an update is required.
    public struct Countdown: Hashable, Sendable {
        /// Whole days left.
        public var days: Int
        /// Whole hours left beyond the days, 0…23.
        public var hours: Int
        /// When the update will be required.
        public var deadline: Date

        /// Counts down, to zero at most.
        /// - Parameters:
        ///   - deadline: When the update will be required.
        ///   - now: The instant to count from.
        public init(to deadline: Date, at now: Date) {
            self.deadline = deadline
            let left = max(0, deadline.bounded.timeIntervalSince(now.bounded))
            let whole = Int((left / 3_600).rounded(.down))
            (days, hours) = whole.quotientAndRemainder(dividingBy: 24)
        }

        /// The first second at which it shows less; `nil` once it is over.
        func nextChange(after now: Date) -> Date? {
            let end = deadline.bounded
            guard now < end else { return nil }
            let whole = Double(days * 24 + hours) * 3_600
            return whole == 0 ? end : end.addingTimeInterval(1 - whole)
        }
    }

    /// A prompt.
    public struct Prompt: Hashable, Sendable {
        /// The release offered, if there is one.
        public var update: Decision.Update?
        /// What a person can do, in the order of the buttons.
        public var options: [Option]
        /// The time left before the update is required.
        public var countdown: Countdown?
        /// Why this is not a gate, if it would be.
        public var lowered: Lowered?

        /// Makes a prompt, for previews and tests.
        /// - Parameters:
        ///   - update: The release offered.
        ///   - options: What a person can do.
        ///   - countdown: The time left before the update is required.
        ///   - lowered: Why this is not a gate.
        public init(
            _ update: Decision.Update? = nil, options: [Option] = [.update, .later], countdown: Countdown? = nil,
            lowered: Lowered? = nil
        ) {
            self.update = update
            self.options = options
            self.countdown = countdown
            self.lowered = lowered
        }
    }

    /// A gate.
    public struct Gate: Hashable, Sendable {
        /// The release to go to; `nil` if none can be had.
        public var update: Decision.Update?
        /// Whether the decision rests on a stored policy that is being asked for again.
        public var isRechecking: Bool

        /// Makes a gate, for previews and tests.
        /// - Parameters:
        ///   - update: The release to go to.
        ///   - isRechecking: Whether a newer answer is on its way.
        public init(_ update: Decision.Update? = nil, isRechecking: Bool = false) {
            self.update = update
            self.isRechecking = isRechecking
        }

        /// What a person can do: go to the update, if it has a URL.
        public var options: [Option] { update?.url == nil ? [] : [.update] }
    }
}
