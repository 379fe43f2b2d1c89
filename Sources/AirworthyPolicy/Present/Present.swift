#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Presentation {
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

/// Returns what to show for a decision.
///
/// A block appears at launch or on return to the foreground, and disappears as soon as the decision no longer blocks. A
/// prompt appears as often as ``Decision/remind`` allows, at most once a local day unless `remind` asks for more.
///
/// ```swift
/// let (history, _) = stored.after(.launched(installation), at: .now, calendar: .current)
/// let shown = present(
///     decision, history: history, context: .init(.launch), at: .now, calendar: .current)
/// if case .gate(let gate) = shown.content { cover(with: gate) }
/// ```
///
/// The function is pure and total: it never throws, traps, waits or reads a clock.
/// - Parameters:
///   - decision: The decision for this installation.
///   - history: The prompts and answers on this device, up to and including the launch or return that is the trigger.
///   - context: The trigger, and the state of the screen.
///   - now: The current instant.
///   - calendar: The calendar whose time zone applies if `timeZone` is `nil`. Its other properties do not matter.
///   - timeZone: The time zone of the device, which determines the local date.
/// - Returns: The content to show, and when to call this function again.
/// - Complexity: O(``PromptHistory/capacity``).
public func present(
    _ decision: Decision, history: PromptHistory, context: Presentation.Context, at now: Date, calendar: Calendar,
    timeZone: TimeZone? = nil
) -> Presentation {
    Presenter(
        decision: decision, history: history, context: context, now: now.bounded, zone: timeZone ?? calendar.timeZone
    ).presentation
}

private struct Presenter {
    let decision: Decision
    let history: PromptHistory
    let context: Presentation.Context
    let now: Date
    let zone: TimeZone

    private var isAsked: Bool { context.trigger == .check }

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
        if !context.isBlocked {
            if isAsked, decision.status == .required { return Presentation(.prompt(offer())) }
            if context.isHeld { return Presentation(.nothing(.held), nextAt: end) }
            let mayRise = context.trigger == .launch || context.trigger == .foreground
            if !mayRise { return Presentation(.nothing(.inUse), nextAt: end) }
        }
        guard let end else {
            return Presentation(
                .gate(Presentation.Gate(decision.promptedUpdate, isRechecking: context.isRechecking)))
        }
        return Presentation(.maintenance(until: end, isRechecking: context.isRechecking), nextAt: end)
    }

    /// Stands in for the gate at every launch and return; neither skip nor cadence touches it.
    private func lowered(_ until: Date) -> Presentation {
        if !isAsked {
            if context.isHeld { return Presentation(.nothing(.held), nextAt: until) }
            if history.visit.isAnswered { return Presentation(.nothing(.answered), nextAt: until) }
        }
        var prompt = offer()
        prompt.lowered = .storeTrips
        return Presentation(.prompt(prompt), nextAt: until)
    }

    // MARK: Prompts

    private var prompt: Presentation {
        if !isAsked {
            if context.isHeld { return Presentation(.nothing(.held)) }
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
        if context.isHeld { return Presentation(.nothing(.held)) }
        let seen = history.banners.filter { PromptHistory.counts($0.at, at: now) }.map(\.day).max()
        guard let next = seen?.adding(1), LocalDay(now, in: zone) < next else { return Presentation(.banner) }
        return Presentation(.nothing(.bannerShown), nextAt: next.start(in: zone, after: now))
    }
}
