import AirworthyChannel
import AirworthyPolicy
import Foundation

/// Refreshes the client: sends requests to the sources that are due, and stores their answers in the client's state.
struct Refresher: Sendable {
    /// The requests of one refresh.
    private struct Plan: Sendable {
        /// Whether the policy sources are due. If not, the result has no outcome for them.
        var includesPolicy = false
        /// Whether the App Store's lookup is due. If not, the result has no outcome for it.
        var includesLookup = false
        var policyRequests: [PolicyRequest] = []
        var lookup: LookupRequest?
    }

    private struct PolicyRequest: Sendable {
        let source: PolicySource
        /// The request to send; `nil` if the app's own function fetches the rules.
        let request: TransportRequest?
    }

    private struct LookupRequest: Sendable {
        let source: ReleaseSource
        let storefront: Storefront?
        let request: TransportRequest
    }

    private enum Step: Sendable {
        /// A refresh has begun.
        case begin
        /// Another refresh is under way.
        case join
        /// No source is due.
        case notDue
    }

    let core: ClientCore

    /// Refreshes from the sources that are due. If a refresh is under way, waits for its result.
    /// - Parameter cause: The reason.
    /// - Returns: The outcomes; none if no source was due.
    func refresh(_ cause: RefreshCause) async -> RefreshResult {
        while !Task.isCancelled {
            let endedRefreshes = core.refreshed.count
            let deviceTime = core.environment.now()
            let step = core.state.withLock { state -> Step in
                if state.schedule.isFetching { return .join }
                return state.schedule.begin(cause, at: deviceTime) ? .begin : .notDue
            }
            switch step {
            case .notDue: return RefreshResult()
            case .begin:
                updateBlockingScreen(cause)
                return await fetch(cause)
            case .join:
                await core.refreshed.wait(after: endedRefreshes)
                let schedule = core.state.withLock { $0.schedule }
                // A cancelled refresh has no result. A user's check needs the lookup, which other refreshes may leave
                // out.
                if core.refreshed.count > endedRefreshes, !schedule.lastResult.isCancelled,
                    schedule.isLastResultComplete || cause != .check
                {
                    return schedule.lastResult
                }
            }
        }
        return .cancelled
    }

    private func fetch(_ cause: RefreshCause) async -> RefreshResult {
        let deviceTime = core.environment.now()
        let plan = core.state.withLock { makePlan(&$0, cause: cause, at: deviceTime) }
        async let lookup = fetchLookup(plan.lookup, trigger: cause.trigger)
        let (policy, confirmed) = await fetchPolicy(plan.policyRequests, trigger: cause.trigger)
        let lookupOutcome = await lookup
        let result =
            Task.isCancelled
            ? .cancelled
            : RefreshResult(
                policy: plan.includesPolicy ? policy : nil, lookup: plan.includesLookup ? lookupOutcome : nil)
        let random = core.environment.random()
        let server = mayCheckIn(after: cause) ? confirmed.first { $0.server != nil } : nil
        let checksIn = core.change(presentingWith: cause.trigger) { state, deviceTime -> Bool in
            state.endRefresh(result, at: deviceTime, random: random)
            // If the storefront has changed since the request, the answer is about another one.
            if let lookup = plan.lookup, lookup.source.storefront(for: state.installation) != lookup.storefront {
                state.schedule.resetLookup()
            }
            return server.map { state.beginCheckIn(to: $0, at: deviceTime) } ?? false
        }
        core.refreshed.send()
        updateBlockingScreen(cause)
        if checksIn, let server = server?.server {
            // Apart from the refresh, for whose end the launch may wait.
            Task(priority: .utility) { [core] in await CheckInSender(core: core, server: server).send() }
        }
        return result
    }

    /// Whether a check-in may follow. A refresh that the app asked for may run in the background, which is no use of the app.
    private func mayCheckIn(after cause: RefreshCause) -> Bool {
        guard cause != .request, !Task.isCancelled else { return false }
        let kind = core.environment.appKind()
        return kind != .appExtension && kind != .appClip
    }

    /// Presents the blocking screen again if it is shown, because it shows whether a refresh is under way.
    private func updateBlockingScreen(_ cause: RefreshCause) {
        if core.state.withLock({ $0.screen.isBlocked }) { core.presentationTriggers.send(cause.trigger) }
    }

    private func makePlan(_ state: inout ClientState, cause: RefreshCause, at deviceTime: Date) -> Plan {
        var plan = Plan()
        state.beginRefresh()
        plan.includesPolicy = state.schedule.policy.isFetching
        plan.includesLookup = state.schedule.lookup?.isFetching == true
        for source in state.policies.sources where plan.includesPolicy && !source.isRefused {
            guard let key = source.key else { continue }
            guard let url = source.url else {
                plan.policyRequests.append(PolicyRequest(source: source, request: nil))
                continue
            }
            var request = TransportRequest(url: url, headers: ["Accept": "application/json"])
            // The request is conditional only if the document is loaded and came from this address.
            if state.policies.fetched[key] != nil, let document = state.stored.documents[key],
                document.url == url.absoluteString, let tag = document.tag
            {
                request.headers["If-None-Match"] = tag
            }
            plan.policyRequests.append(PolicyRequest(source: source, request: request))
        }
        if let source = state.releaseSource, plan.includesLookup {
            let storefront = source.storefront(for: state.installation)
            // All installations share what caches on the way have of the last six hours, which costs Apple one answer for each of them.
            // Somebody who checks by hand gets a new one.
            let seconds = deviceTime.timeIntervalSince1970
            let since =
                cause == .check
                ? deviceTime
                : Date(timeIntervalSince1970: seconds - seconds.truncatingRemainder(dividingBy: ReleaseSource.interval))
            if let url = source.url(for: storefront, platform: state.installation.platform, cachedSince: since) {
                plan.lookup = LookupRequest(
                    source: source, storefront: storefront, request: TransportRequest(url: url))
            }
        }
        return plan
    }

    /// Fetches the policy from the sources in order, until one of them has a policy in force.
    /// - Returns: The outcome of the first request, which determines the time of the next refresh, and the sources that confirmed
    ///   their policy.
    private func fetchPolicy(
        _ requests: [PolicyRequest], trigger: Presentation.Trigger
    ) async -> (RefreshOutcome, confirmed: [PolicySource]) {
        var firstOutcome: RefreshOutcome?
        var confirmed: [PolicySource] = []
        for request in requests {
            let source = request.source
            let answer = await answer(to: request)
            if Task.isCancelled { return (.cancelled, []) }
            let outcome = core.change(presentingWith: trigger) { state, deviceTime in
                state.accept(answer, from: source, at: deviceTime)
            }
            firstOutcome = firstOutcome ?? outcome
            if outcome == .confirmed { confirmed.append(source) }
            if outcome == .confirmed || isInForce(source) { break }
        }
        // Without a source to fetch, the policy needs no confirmation.
        return (firstOutcome ?? .confirmed, confirmed)
    }

    private func answer(to request: PolicyRequest) async -> SourceAnswer {
        guard let sent = request.request else { return await convert(request.source, Data()) }
        // The refusal (4xx) of a server or a file host is permanent. Only the App Store uses it as a rate limit.
        let answer = await send(sent, isRefusalTemporary: false)
        guard case .json = request.source.kind, case .body(let bytes, _) = answer.content else { return answer }
        return await convert(request.source, Data(bytes), correction: answer.correction)
    }

    /// Returns the rules that the app's own function makes or fetches, as a document. Without an entity tag, because another
    /// build of the app may make other rules of the same file.
    private func convert(
        _ source: PolicySource, _ data: Data, correction: TimeInterval? = nil
    ) async -> SourceAnswer {
        let name = source.address ?? ""
        do {
            let policy: Policy? =
                switch source.kind {
                case .json(_, let read): try read(data)
                case .custom(_, let fetch): try await core.withinDeadline(fetch)
                case .signed, .config, .bundled, .rules, .testFlight: nil
                }
            let bytes = policy?.jsonValue.jsonBytes() ?? []
            guard bytes.count <= TransportRequest.defaultMaximumBytes else {
                return SourceAnswer(failure: "\(name): the rules are longer than a manifest may be")
            }
            return SourceAnswer(document: bytes, correction: correction)
        } catch is DeadlineExceeded {
            return SourceAnswer(failure: "\(name): no answer in time")
        } catch {
            return SourceAnswer(failure: "\(name): \(error)")
        }
    }

    /// Whether a policy that was fetched earlier from the source is still in force. Then the sources after it need no
    /// request.
    private func isInForce(_ source: PolicySource) -> Bool {
        let deviceTime = core.environment.now()
        return core.state.withLock { state in
            guard let policy = source.key.flatMap({ state.policies.fetched[$0] }) else { return false }
            return !policy.isExpired(at: deviceTime, correction: state.stored.correction)
        }
    }

    private func fetchLookup(
        _ lookup: LookupRequest?, trigger: Presentation.Trigger
    ) async -> RefreshOutcome {
        guard let lookup else { return .confirmed }
        let answer = await send(lookup.request, isRefusalTemporary: true)
        if Task.isCancelled { return .cancelled }
        let (outcome, note) = core.change(presentingWith: trigger) { state, deviceTime in
            (
                state.accept(answer, from: lookup.source, storefront: lookup.storefront, at: deviceTime),
                state.lookupNote
            )
        }
        if let note { core.environment.log.notice(note) }
        return outcome
    }

    private func send(_ request: TransportRequest, isRefusalTemporary: Bool) async -> SourceAnswer {
        do {
            let response = try await core.send(request)
            return SourceAnswer(response, at: core.environment.now(), isRefusalTemporary: isRefusalTemporary)
        } catch is DeadlineExceeded {
            return SourceAnswer(failure: "\(request.url): no answer in time")
        } catch {
            return SourceAnswer(failure: "\(request.url): \(error)")
        }
    }
}

extension RefreshCause {
    /// The trigger for presenting a decision that the refresh brings.
    fileprivate var trigger: Presentation.Trigger {
        switch self {
        case .launch: .launch
        case .foreground: .foreground
        case .scheduled, .check, .request, .recheck: .refresh
        }
    }
}
