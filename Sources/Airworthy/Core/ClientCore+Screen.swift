import AirworthyPolicy
import Foundation

extension ClientCore {
    /// What to show at a moment. Remembers what the next moment depends on.
    func present(_ trigger: Presentation.Trigger) -> Presentation {
        let device = environment.now()
        let zone = environment.timeZone()
        let presentation = state.withLock { state in
            let (decision, history, now) = (state.decision, state.stored.history, state.now(device))
            let isRechecking = state.isRechecking
            return state.screen.present(
                decision, history, at: now, trigger: trigger, isRechecking: isRechecking,
                calendar: Calendar(identifier: .gregorian), timeZone: zone)
        }
        // The loop has to know when time alone changes it.
        wake.send()
        return presentation
    }

    /// Notes that something is on the screen now.
    func shown(_ presentation: Presentation) {
        let zone = environment.timeZone()
        change { state, device in
            switch presentation.content {
            case .nothing: ((), [])
            case .banner: ((), state.happened(.bannerShown, at: device, zone: zone))
            case .prompt: ((), [.prompted(state.decision)])
            case .gate, .maintenance: ((), [.blocked(state.decision)])
            }
        }
    }

    /// Notes what somebody did, with what the app may want to count.
    func note(_ event: PromptEvent, _ told: AirworthyEvent? = nil) {
        let zone = environment.timeZone()
        change { state, device in
            ((), [told].compactMap(\.self) + state.happened(event, at: device, zone: zone))
        }
    }

    func hold() { state.withLock { $0.screen.holds += 1 } }

    func release() {
        if let trigger = state.withLock({ $0.screen.release() }) { presentationTriggers.send(trigger) }
    }

    /// The app left the foreground: from now on there are no timers.
    func leave() {
        let device = environment.now()
        state.withLock { state in
            guard !state.isInBackground else { return }
            state.isInBackground = true
            state.leftAt = device
        }
        wake.send()
    }

    /// The app is back. The answer to the refresh this begins is presented like the return itself.
    func enter() async {
        let zone = environment.timeZone()
        let isBack = change(presentingWith: nil) { state, device in
            guard state.isInBackground else { return (false, []) }
            let away = state.leftAt.map { device.timeIntervalSince($0) } ?? 0
            state.isInBackground = false
            state.leftAt = nil
            let period = Period(seconds: Int(min(max(away, 0), 10 * 365 * 86_400)))
            return (true, state.happened(.returned(away: period), at: device, zone: zone))
        }
        guard isBack else { return }
        presentationTriggers.send(.foreground)
        _ = await refresh(.foreground)
    }
}
