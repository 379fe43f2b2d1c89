#if canImport(BackgroundTasks) && !os(macOS) && !os(watchOS)
import AirworthyChannel
public import BackgroundTasks
import AirworthyPolicy
import Foundation

// Refreshing while the app is not in use, where the system has background tasks.
extension Airworthy {
    /// Refreshes in the background from now on, about as often as the manifest asks for: registers a task, and asks the system for it
    /// again and again. Call it once at launch, before the app has finished launching, and name the task in
    /// `BGTaskSchedulerPermittedIdentifiers`. A forgotten name is reported as ``AirworthyEvent/misconfigured(_:)``.
    ///
    /// An app has one such task. If yours refreshes other things too, register it yourself and call ``refresh()`` in it.
    ///
    /// ```swift
    /// airworthy.refreshInBackground(as: "com.example.hashtags.refresh")
    /// ```
    /// - Parameter identifier: The identifier of the task. Registering it twice ends the app.
    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public func refreshInBackground(as identifier: String) {
        // The system calls it on a queue of its own. A function that an app writes in a view or a delegate would belong to the main actor
        // and end the app there.
        let isPermitted = BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) {
            [self] task in
            handle(task)
        }
        guard isPermitted else {
            return core.reportMistake("\(identifier) is not in BGTaskSchedulerPermittedIdentifiers of the Info.plist.")
        }
        requestBackgroundRefresh(as: identifier)
    }

    /// Refreshes in a task of the system, asks for the next one, and completes the task once: when the result is stored, or when the
    /// system takes the time away. Returns at once; callable from any thread.
    ///
    /// ```swift
    /// BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.hashtags.refresh", using: .main) { task in
    ///     airworthy.handle(task)
    /// }
    /// ```
    /// - Parameter task: The task that has begun.
    public func handle(_ task: BGTask) {
        requestBackgroundRefresh(as: task.identifier)
        // The system ends an app that completes a task twice or never. Apple's class is not marked as one for several threads; of this
        // function only one gets through.
        nonisolated(unsafe) let begun = task
        let isDone = Locked(false)
        let complete: @Sendable (Bool) -> Void = { success in
            let isFirst = isDone.withLock { isDone -> Bool in
                defer { isDone = true }
                return !isDone
            }
            if isFirst { begun.setTaskCompleted(success: success) }
        }
        let work = Task { complete(await refresh() != .failed) }
        task.expirationHandler = {
            work.cancel()
            complete(false)
        }
    }

    private func requestBackgroundRefresh(as identifier: String) {
        let deviceTime = core.environment.now()
        let request = BGAppRefreshTaskRequest(identifier: identifier)
        request.earliestBeginDate = deviceTime + core.state.withLock { $0.refreshInterval(at: deviceTime) }
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch {
            // The user may have turned it off, and simulators have none.
            core.environment.log.debug("background refresh: \(error)")
        }
    }
}
#endif
