#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Presentation {
    /// The moment at which something may be shown.
    public struct Moment: Hashable, Sendable {
        /// What brought the moment about.
        public enum Trigger: String, Hashable, Sendable, CaseIterable {
            /// A cold start, and the answer to the refresh it began.
            case launch
            /// A return to the foreground, and the answer to the refresh it began.
            case foreground
            /// A new decision, or ``Presentation/nextAt``, while the app is in use.
            case refresh
            /// Somebody asked whether there is an update.
            case check
        }

        /// What brought the moment about.
        public var trigger: Trigger
        /// Whether a gate or maintenance is on the screen.
        public var isBlocked: Bool
        /// Whether interruptions are held back. What is on the screen stays.
        public var isHeld: Bool
        /// Whether the decision rests on a stored policy that is being asked for again.
        public var isRechecking: Bool

        /// Describes a moment.
        /// - Parameters:
        ///   - trigger: What brought it about.
        ///   - isBlocked: Whether a gate or maintenance is on the screen.
        ///   - isHeld: Whether interruptions are held back.
        ///   - isRechecking: Whether the decision rests on a stored policy that is being asked for again.
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

/// Says what to show for a decision. Pure and total: it never throws, traps, waits or looks at a clock.
///
/// A block comes up at launch or on return to the foreground, and goes away at once. A prompt comes up as often as the
/// decision's ``Decision/remind`` says, once a local day at most unless that asks for more.
/// - Parameters:
///   - decision: What the copy is asked to do.
///   - history: What the device was shown, up to and including the launch or return of this moment.
///   - now: The instant.
///   - moment: What brought it about, and what is on the screen.
///   - calendar: Whose time zone tells dates if `timeZone` does not. Nothing else of it matters: every calendar turns
///     its date at midnight.
///   - timeZone: Where the device is.
/// - Returns: What to show, and when to ask again.
/// - Complexity: O(``PromptHistory/capacity``).
public func present(
    _ decision: Decision, _ history: PromptHistory, at now: Date, moment: Presentation.Moment,
    calendar: Calendar, timeZone: TimeZone? = nil
) -> Presentation {
    Presenter(
        decision: decision, history: history, now: now.bounded, moment: moment,
        zone: timeZone ?? calendar.timeZone
    ).presentation
}

private struct Presenter {
    let decision: Decision
    let history: PromptHistory
    let now: Date
    let moment: Presentation.Moment
    let zone: TimeZone

    private var isAsked: Bool { moment.trigger == .check }

    var presentation: Presentation {
        if decision.blocking { return block }
        switch decision.status {
        case .recommended, .required: return prompt
        case .requiredUnavailable: return banner
        case .ok where isAsked && decision.promptedUpdate != nil: return Presentation(.prompt(offer()))
        case .ok, .maintenance: return Presentation(.nothing(.nothingToShow))
        }
    }

    // MARK: Blocks

    private var block: Presentation {
        let end = decision.status == .maintenance ? decision.maintenance?.until : nil
        if let end, end <= now { return Presentation(.nothing(.nothingToShow)) }
        if let until = history.loweredUntil(decision, at: now) { return lowered(until) }
        if !moment.isBlocked {
            if isAsked, decision.status == .required { return Presentation(.prompt(offer())) }
            if moment.isHeld { return Presentation(.nothing(.held), nextAt: end) }
            let mayRise = moment.trigger == .launch || moment.trigger == .foreground
            if !mayRise { return Presentation(.nothing(.inUse), nextAt: end) }
        }
        guard let end else {
            return Presentation(
                .gate(Presentation.Gate(decision.promptedUpdate, isRechecking: moment.isRechecking)))
        }
        return Presentation(.maintenance(until: end, isRechecking: moment.isRechecking), nextAt: end)
    }

    /// Stands in for the gate at every launch and return; neither skip nor cadence touches it.
    private func lowered(_ until: Date) -> Presentation {
        if !isAsked {
            if moment.isHeld { return Presentation(.nothing(.held), nextAt: until) }
            if history.visit.isAnswered { return Presentation(.nothing(.answered), nextAt: until) }
        }
        var prompt = offer()
        prompt.lowered = .storeTrips
        return Presentation(.prompt(prompt), nextAt: until)
    }

    // MARK: Prompts

    private var prompt: Presentation {
        if !isAsked {
            if moment.isHeld { return Presentation(.nothing(.held)) }
            let target = PromptTarget(decision)
            if decision.allowsSkip, history.isSkipped(target, at: now) { return Presentation(.nothing(.skipped)) }
            let cadence = Cadence(decision.remind ?? .daily, target, history, at: now, in: zone)
            if case .wait(let until) = cadence { return Presentation(.nothing(.answered), nextAt: until) }
        }
        let prompt = offer()
        return Presentation(.prompt(prompt), nextAt: prompt.countdown?.nextChange(after: now))
    }

    private func offer() -> Presentation.Prompt {
        let update = decision.promptedUpdate
        var options: [Presentation.Option] = update?.url == nil ? [.later] : [.update, .later]
        if decision.allowsSkip { options.append(.skip) }
        let counts = decision.status == .recommended
        return Presentation.Prompt(
            update, options: options,
            countdown: decision.deadline.flatMap { counts ? Presentation.Countdown(to: $0, at: now) : nil })
    }

    private var banner: Presentation {
        guard decision.message != nil else { return Presentation(.nothing(.noMessage)) }
        if isAsked { return Presentation(.banner) }
        if moment.isHeld { return Presentation(.nothing(.held)) }
        let seen = history.banners.filter { PromptHistory.counts($0.at, at: now) }.map(\.day).max()
        guard let next = seen?.adding(1), LocalDay(now, in: zone) < next else { return Presentation(.banner) }
        return Presentation(.nothing(.bannerShown), nextAt: next.start(in: zone, after: now))
    }
}
