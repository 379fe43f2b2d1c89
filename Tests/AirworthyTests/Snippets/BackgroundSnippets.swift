import Airworthy
import Foundation

#if canImport(BackgroundTasks) && os(iOS)
import BackgroundTasks

private func background(_ airworthy: Airworthy) {
    // snippet.background-task
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.hashtags.refresh", using: nil) { task in
        let work = Task {
            let result = await airworthy.refresh()
            task.setTaskCompleted(success: result != .failed)
        }
        task.expirationHandler = { work.cancel() }
    }
    // snippet.end
}
#endif

#if canImport(AppIntents)
import AppIntents

// snippet.app-intent
@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
struct CheckForUpdates: AppIntent {
    static let title: LocalizedStringResource = "Check for Updates"

    func perform() async throws -> some IntentResult & ProvidesDialog {
        switch await airworthy.check().outcome {
        case .upToDate: .result(dialog: "You have the newest version.")
        case .available(let update): .result(dialog: "Version \(update.version?.description ?? "?") is available.")
        case .undetermined: .result(dialog: "Please try again later.")
        }
    }
}
// snippet.end
#endif

private enum FetchResult {
    case newData, noData, failed
}

private func push(_ airworthy: Airworthy, completionHandler: (FetchResult) -> Void) async {
    // snippet.silent-push
    switch await airworthy.refresh() {
    case .changed: completionHandler(.newData)
    case .unchanged: completionHandler(.noData)
    case .failed: completionHandler(.failed)
    }
    // snippet.end
}
