#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
        decision: decision, history: history, context: context, now: now.limitedToSafeYears,
        zone: timeZone ?? calendar.timeZone
    ).presentation
}

/// Chooses the content for one decision.
private struct Presenter {
    let decision: Decision
    let history: PromptHistory
    let context: Presentation.Context
    let now: Date
    let zone: TimeZone

    /// Whether the user asked for an update, which overrides every limit on prompts.
    private var isUserRequest: Bool { context.trigger == .check }
    private var offer: PromptOffer { PromptOffer(decision) }

    var presentation: Presentation {
        if decision.blocking { return block }
        switch decision.status {
        case .recommended, .required: return recommendation
        case .requiredUnavailable: return banner
        case .ok where isUserRequest && offer.update != nil: return Presentation(.prompt(prompt))
        case .ok, .maintenance: return Presentation(.nothing(.nothingToShow))
        }
    }

    // MARK: Blocks

    private var block: Presentation {
        let end = decision.status == .maintenance ? decision.maintenance?.until : nil
        if let end, end <= now { return Presentation(.nothing(.nothingToShow)) }
        if let until = history.gateLoweredUntil(for: decision, at: now) { return loweredGate(until: until) }
        if !context.isBlocked {
            if isUserRequest, decision.status == .required { return Presentation(.prompt(prompt)) }
            if context.isHeld { return Presentation(.nothing(.held), nextAt: end) }
            let mayAppear = context.trigger == .launch || context.trigger == .foreground
            if !mayAppear { return Presentation(.nothing(.inUse), nextAt: end) }
        }
        guard let end else {
            return Presentation(
                .gate(Presentation.Gate(offer.update, isRechecking: context.isRechecking)))
        }
        return Presentation(.maintenance(until: end, isRechecking: context.isRechecking), nextAt: end)
    }

    /// The prompt that replaces the gate at every launch and return. Neither skips nor reminders affect it.
    private func loweredGate(until: Date) -> Presentation {
        if !isUserRequest {
            if context.isHeld { return Presentation(.nothing(.held), nextAt: until) }
            if history.visit.isAnswered { return Presentation(.nothing(.answered), nextAt: until) }
        }
        var prompt = prompt
        prompt.lowered = .storeTrips
        return Presentation(.prompt(prompt), nextAt: until)
    }

    // MARK: Prompts

    private var recommendation: Presentation {
        if !isUserRequest {
            if context.isHeld { return Presentation(.nothing(.held)) }
            if offer.isSkippable, history.isSkipped(offer.target, at: now) {
                return Presentation(.nothing(.skipped))
            }
            let cadence = Cadence(decision.remind ?? .daily, for: offer.target, history: history, at: now, in: zone)
            if case .wait(let until) = cadence { return Presentation(.nothing(.answered), nextAt: until) }
        }
        let prompt = prompt
        return Presentation(.prompt(prompt), nextAt: prompt.countdown?.nextChange(after: now))
    }

    private var prompt: Presentation.Prompt {
        var options: [Presentation.Option] = offer.update?.url == nil ? [.later] : [.update, .later]
        if offer.isSkippable { options.append(.skip) }
        let countsDown = decision.status == .recommended
        return Presentation.Prompt(
            offer.update, options: options,
            countdown: decision.deadline.flatMap { countsDown ? Presentation.Countdown(to: $0, at: now) : nil })
    }

    private var banner: Presentation {
        guard decision.message != nil else { return Presentation(.nothing(.noMessage)) }
        if isUserRequest { return Presentation(.banner) }
        if context.isHeld { return Presentation(.nothing(.held)) }
        let seen = history.banners.filter { PromptHistory.counts($0.at, at: now) }.map(\.day).max()
        guard let next = seen?.adding(1), LocalDay(now, in: zone) < next else { return Presentation(.banner) }
        return Presentation(.nothing(.bannerShown), nextAt: next.start(in: zone, after: now))
    }
}
