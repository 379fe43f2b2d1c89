import AirworthyPolicy
import Foundation

/// What a refresh has to ask.
private struct Questions: Sendable {
    /// Whether it is the policy's turn, and the App Store's; what is not asked has no outcome.
    var (areRulesDue, areFactsDue) = (false, false)
    var policies: [(source: PolicySource, request: TransportRequest)] = []
    var facts: (source: ReleaseSource, storefront: Storefront?, request: TransportRequest)?
}

extension ClientCore {
    /// Asks the sources, unless somebody else does so already: then this waits for that.
    /// - Parameter cause: Why.
    /// - Returns: How it ended; empty if nothing was asked, because it is not time yet.
    func refresh(_ cause: RefreshCause) async -> RefreshResult {
        while !Task.isCancelled {
            let seen = refreshed.count
            let device = environment.now()
            let step = state.withLock { state -> Step in
                if state.isFetching { return .join }
                return state.begin(cause, at: device) ? .begin : .notNow
            }
            switch step {
            case .notNow: return RefreshResult()
            case .begin:
                tellBlock(cause)
                return await fetch(cause)
            case .join:
                await refreshed.wait(after: seen)
                // If the other's refresh was cancelled there is no answer: ask again.
                let (result, isWhole) = state.withLock {
                    ($0.lastResult, $0.facts == nil || $0.lastResult.facts != nil)
                }
                // A person's question is for the App Store too, which a launch leaves alone most of the time.
                if refreshed.count > seen, !result.isCancelled, isWhole || cause != .check { return result }
            }
        }
        return RefreshResult(policy: .cancelled, facts: .cancelled)
    }

    private enum Step: Sendable { case begin, join, notNow }

    private func fetch(_ cause: RefreshCause) async -> RefreshResult {
        let questions = questions()
        async let facts = ask(questions.facts, cause.trigger)
        let policy = await ask(questions.policies, cause.trigger)
        var result = RefreshResult()
        if questions.areRulesDue { result.policy = policy }
        let answer = await facts
        if questions.areFactsDue { result.facts = answer }
        if Task.isCancelled { result = RefreshResult(policy: .cancelled, facts: .cancelled) }
        let random = environment.random()
        let final = result
        change(presentingWith: cause.trigger) { state, device in
            state.end(final, at: device, random: random)
            // What was asked of another store than the account's is no answer.
            if let facts = questions.facts, facts.source.storefront(for: state.installation) != facts.storefront {
                state.factsRefresh = state.factsRefresh.forgotten
            }
            return ((), [])
        }
        refreshed.send()
        tellBlock(cause)
        return result
    }

    /// What blocks says whether it is being asked for again, and has to know although nothing else changed.
    private func tellBlock(_ cause: RefreshCause) {
        if state.withLock({ $0.screen.isBlocked }) { presentationTriggers.send(cause.trigger) }
    }

    private func questions() -> Questions {
        return state.withLock { state in
            var questions = Questions()
            questions.areRulesDue = state.refresh.isFetching
            questions.areFactsDue = state.facts != nil && state.factsRefresh.isFetching
            for source in state.policies where state.refresh.isFetching && !source.isRefused {
                guard let url = source.url, let key = source.key else { continue }
                var request = TransportRequest(url: url, timeout: deadline)
                request.headers["Accept"] = "application/json"
                // Only what is really at hand needs no sending, and only its own address can confirm it.
                if state.loaded[key] != nil, let document = state.stored.documents[key],
                    document.url == url.absoluteString, let tag = document.tag
                {
                    request.headers["If-None-Match"] = tag
                }
                questions.policies.append((source, request))
            }
            if let source = state.facts, state.factsRefresh.isFetching {
                let storefront = source.storefront(for: state.installation)
                if let url = source.url(for: storefront) {
                    questions.facts = (source, storefront, TransportRequest(url: url, timeout: deadline))
                }
            }
            return questions
        }
    }

    /// Asks one source after the other, until one is in force. How the first one did says when to ask again.
    private func ask(
        _ questions: [(source: PolicySource, request: TransportRequest)], _ trigger: Presentation.Trigger
    ) async -> RefreshOutcome {
        var outcome: RefreshOutcome?
        for (source, request) in questions {
            let answer = await send(request)
            if Task.isCancelled { return .cancelled }
            let one = change(presentingWith: trigger) { state, device in
                let acceptance = state.accept(answer, of: source, at: device)
                return (acceptance.outcome, acceptance.events)
            }
            outcome = outcome ?? one
            if one == .confirmed { break }
            // What an earlier source said holds: nobody after it is asked.
            let device = environment.now()
            let holds = state.withLock { state in
                source.key.flatMap { state.loaded[$0] }
                    .map { !$0.isExpired(device, correction: state.stored.correction) } ?? false
            }
            if holds { break }
        }
        return outcome ?? .confirmed
    }

    private func ask(
        _ question: (source: ReleaseSource, storefront: Storefront?, request: TransportRequest)?,
        _ trigger: Presentation.Trigger
    ) async -> RefreshOutcome {
        guard let question else { return .confirmed }
        let answer = await send(question.request, refusalsPass: true)
        if Task.isCancelled { return .cancelled }
        return change(presentingWith: trigger) { state, device in
            let acceptance = state.accept(answer, of: question.source, storefront: question.storefront, at: device)
            return (acceptance.outcome, acceptance.events)
        }
    }

    private func send(_ request: TransportRequest, refusalsPass: Bool = false) async -> SourceAnswer {
        do {
            let response = try await withDeadline(deadline, sleep: environment.sleep) { [transport] in
                try await transport.send(request)
            }
            guard response.body.count <= request.maximumBytes else {
                return SourceAnswer(failure: "\(request.url): longer than \(request.maximumBytes) bytes")
            }
            return SourceAnswer(response, at: environment.now(), refusalsPass: refusalsPass)
        } catch is DeadlineExceeded {
            return SourceAnswer(failure: "\(request.url): no answer within \(deadline) s")
        } catch {
            return SourceAnswer(failure: "\(request.url): \(error)")
        }
    }
}

extension RefreshCause {
    /// What an answer is presented with: the launch that began it, and so on.
    var trigger: Presentation.Trigger {
        switch self {
        case .launch: .launch
        case .foreground: .foreground
        case .scheduled, .check: .refresh
        }
    }
}
