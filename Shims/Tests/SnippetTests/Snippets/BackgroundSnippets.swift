import Airworthy
import AppIntents
import BackgroundTasks
import Foundation

@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@available(visionOSApplicationExtension, unavailable)
func refreshInBackground(_ airworthy: Airworthy) {
    // snippet.background-task
    airworthy.refreshInBackground(as: "com.example.hashtags.refresh")
    // snippet.end
}

@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@available(visionOSApplicationExtension, unavailable)
@MainActor func registerOwnTask(_ airworthy: Airworthy) {
    // snippet.background-task-own
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.hashtags.refresh", using: .main) { task in
        airworthy.handle(task)
    }
    // snippet.end
}

// snippet.app-intent
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
struct CheckForUpdates: AppIntent {
    static let title: LocalizedStringResource = "Check for Updates"

    func perform() async throws -> some IntentResult & ProvidesDialog {
        let dialog: IntentDialog =
            switch await airworthy.check().outcome {
            case .upToDate: "You have the newest version."
            case .available(let update): "Version \(update.version?.description ?? "?") is available."
            case .undetermined: "Please try again later."
            }
        return .result(dialog: dialog)
    }
}
// snippet.end

enum FetchResult {
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
