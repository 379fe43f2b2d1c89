#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The content to show for a decision, and the time when it may change.
///
/// ```swift
/// switch shown.content {
/// case .nothing: break
/// case .banner: showBanner(decision.message)
/// case .prompt(let prompt): showSheet(prompt)
/// case .gate(let gate): cover(with: gate)
/// case .maintenance(let until, _): cover(until: until)
/// }
/// ```
public struct Presentation: Hashable, Sendable {
    /// The content to show.
    public enum Content: Hashable, Sendable {
        /// Nothing, with the reason.
        case nothing(Silence)
        /// The decision's message, which the user can ignore.
        case banner
        /// A sheet that can be dismissed.
        case prompt(Prompt)
        /// A screen that covers the app and cannot be dismissed.
        case gate(Gate)
        /// A screen that covers the app until the maintenance ends.
        case maintenance(until: Date, isRechecking: Bool)
    }

    /// The content to show.
    public var content: Content
    /// The time when the content may change although the decision stays the same. The decision has its own
    /// ``Decision/reevaluateAt``.
    public var nextAt: Date?

    /// Creates a presentation, for previews and tests.
    /// - Parameters:
    ///   - content: The content to show.
    ///   - nextAt: The time when the content may change although the decision stays the same.
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

    /// The reason why nothing is shown.
    public enum Silence: String, Hashable, Sendable, CaseIterable {
        /// The decision demands and recommends nothing.
        case nothingToShow
        /// Interruptions are held back. Present again with the same trigger when the hold ends.
        case held
        /// The app is in use, so the block waits for the next launch or return.
        case inUse
        /// The user skipped this release.
        case skipped
        /// The user answered a prompt, and the next one is not due yet.
        case answered
        /// The user has seen today's banner.
        case bannerShown
        /// The decision has no message for a banner.
        case noMessage
    }

    /// An action that the user can take.
    public enum Option: String, Hashable, Sendable, CaseIterable {
        /// Open the update's URL.
        case update
        /// Dismiss.
        case later
        /// Dismiss, and do not prompt for this release again.
        case skip
    }

    /// The reason why a gate is shown as a prompt.
    public enum Lowered: String, Hashable, Sendable {
        /// The user opened the store three times and still has the same build.
        case storeTrips
    }

    /// The time left before an update is required.
    public struct Countdown: Hashable, Sendable {
        /// Whole days left.
        public var days: Int
        /// Whole hours left beyond the days, 0…23.
        public var hours: Int
        /// The time when the update becomes required.
        public var deadline: Date

        /// Creates a countdown, which ends at zero.
        /// - Parameters:
        ///   - deadline: The time when the update becomes required.
        ///   - now: The current instant.
        public init(to deadline: Date, at now: Date) {
            self.deadline = deadline
            let left = max(0, deadline.limitedToSafeYears.timeIntervalSince(now.limitedToSafeYears))
            let whole = Int((left / 3_600).rounded(.down))
            (days, hours) = whole.quotientAndRemainder(dividingBy: 24)
        }

        /// The first second at which the countdown shows less; `nil` once it is over.
        func nextChange(after now: Date) -> Date? {
            let end = deadline.limitedToSafeYears
            guard now < end else { return nil }
            let whole = Double(days * 24 + hours) * 3_600
            return whole == 0 ? end : end.addingTimeInterval(1 - whole)
        }
    }

    /// A sheet that offers an update.
    public struct Prompt: Hashable, Sendable {
        /// The offered release, if there is one.
        public var update: Decision.Update?
        /// The actions, in the order of the buttons.
        public var options: [Option]
        /// The time left before the update is required.
        public var countdown: Countdown?
        /// The reason why a gate is shown as this prompt, if it is.
        public var lowered: Lowered?

        /// Creates a prompt, for previews and tests.
        /// - Parameters:
        ///   - update: The offered release.
        ///   - options: The actions.
        ///   - countdown: The time left before the update is required.
        ///   - lowered: The reason why a gate is shown as this prompt.
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

    /// A screen that demands an update.
    public struct Gate: Hashable, Sendable {
        /// The release to install; `nil` if none is available.
        public var update: Decision.Update?
        /// Whether the decision rests on a stored policy while the app requests a newer one.
        public var isRechecking: Bool

        /// Creates a gate, for previews and tests.
        /// - Parameters:
        ///   - update: The release to install.
        ///   - isRechecking: Whether the app requests a newer policy.
        public init(_ update: Decision.Update? = nil, isRechecking: Bool = false) {
            self.update = update
            self.isRechecking = isRechecking
        }

        /// The actions: open the update, if it has a URL.
        public var options: [Option] { update?.url == nil ? [] : [.update] }
    }

    /// The reason why the app computes what to show.
    public enum Trigger: String, Hashable, Sendable, CaseIterable {
        /// A cold start, and the result of the refresh it began.
        case launch
        /// A return to the foreground, and the result of the refresh it began.
        case foreground
        /// A new decision, or ``Presentation/nextAt``, while the app is in use.
        case refresh
        /// The user asks whether there is an update.
        case check
    }

    /// The state of the app when it computes what to show.
    public struct Context: Hashable, Sendable {
        /// The reason why the app computes what to show.
        public var trigger: Trigger
        /// Whether a gate or maintenance is on the screen.
        public var isBlocked: Bool
        /// Whether interruptions are held back. Content on the screen stays.
        public var isHeld: Bool
        /// Whether the decision rests on a stored policy while the app requests a newer one.
        public var isRechecking: Bool

        /// Creates a context.
        /// - Parameters:
        ///   - trigger: The reason why the app computes what to show.
        ///   - isBlocked: Whether a gate or maintenance is on the screen.
        ///   - isHeld: Whether interruptions are held back.
        ///   - isRechecking: Whether the decision rests on a stored policy while the app requests a newer one.
        public init(
            _ trigger: Trigger, isBlocked: Bool = false, isHeld: Bool = false, isRechecking: Bool = false
        ) {
            self.trigger = trigger
            self.isBlocked = isBlocked
            self.isHeld = isHeld
            self.isRechecking = isRechecking
        }
    }
}

// MARK: - JSON

extension Presentation {
    /// The presentation as JSON, for conformance cases and debug output.
    public var jsonValue: JSONValue {
        var writer = ObjectWriter()
        switch content {
        case .nothing(let silence):
            writer.add("show", value: "nothing")
            writer.add("reason", value: silence.rawValue)
        case .banner: writer.add("show", value: "banner")
        case .prompt(let prompt):
            writer.add("show", value: "prompt")
            writer.add("update", value: prompt.update.flatMap(Self.label))
            writer.add("options", value: .array(prompt.options.map { .string($0.rawValue) }))
            writer.add(
                "countdown",
                value: prompt.countdown.map { ["days": .of($0.days), "hours": .of($0.hours)] })
            writer.add("lowered", value: prompt.lowered?.rawValue)
        case .gate(let gate):
            writer.add("show", value: "gate")
            writer.add("update", value: gate.update.flatMap(Self.label))
            writer.add("options", value: .array(gate.options.map { .string($0.rawValue) }))
            writer.add("rechecking", value: .bool(gate.isRechecking))
        case .maintenance(let until, let isRechecking):
            writer.add("show", value: "maintenance")
            writer.add("until", value: until)
            writer.add("rechecking", value: .bool(isRechecking))
        }
        writer.add("nextAt", value: nextAt)
        return writer.value
    }

    private static func label(_ update: Decision.Update) -> String? {
        update.version.map { InstalledBuild(version: $0, build: update.build).description } ?? update.url
    }
}
