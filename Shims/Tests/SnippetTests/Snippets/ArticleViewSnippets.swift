import Combine
import Foundation
import StoreKit
import SwiftUI

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Clients as teams write them by hand. The pages about moving show them before what replaces them.
private enum ByHand {
    // snippet.switch-before
    @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
    @MainActor enum DistributionChannel {
        private static var environment: AppStore.Environment?

        /// Whether unfinished work may be shown; `false` until `load()` has an answer.
        static var isDeveloper: Bool {
            #if DEBUG
            return true
            #else
            return environment == .sandbox || environment == .xcode
            #endif
        }

        /// Asks the system; called once, when the app starts.
        static func load() async {
            do {
                switch try await AppTransaction.shared {
                case .verified(let transaction): environment = transaction.environment
                case .unverified: environment = nil
                }
            } catch {
                print("The channel is unknown: \(error)")
            }
        }
    }
    // snippet.end

    // snippet.lookup-before
    struct UpdateAlert: ViewModifier {
        struct Lookup: Decodable {
            struct App: Decodable {
                let version: String
            }

            let results: [App]
        }

        let installed: String
        @State private var newest = ""
        @State private var isShown = false
        @Environment(\.openURL) private var openURL

        func body(content: Content) -> some View {
            content
                .task { await check() }
                .alert("アップデートが必要です", isPresented: $isShown) {
                    Button("アップデート") { openURL(URL(string: "https://apps.apple.com/jp/app/id6504763618")!) }
                    Button("閉じる", role: .cancel) {}
                } message: {
                    Text("最新バージョン\(newest)にアップデートしてください。")
                }
        }

        private func check() async {
            do {
                let address = URL(string: "https://itunes.apple.com/lookup?id=6504763618&country=jp")!
                let (data, _) = try await URLSession.shared.data(from: address)
                guard let app = try JSONDecoder().decode(Lookup.self, from: data).results.first else { return }
                newest = app.version
                isShown = installed.compare(newest, options: .numeric) == .orderedAscending
            } catch {
                print("The App Store did not answer: \(error)")
            }
        }
    }
    // snippet.end

    // snippet.reminder-before
    @MainActor final class UpdateReminder: ObservableObject {
        struct Lookup: Decodable {
            struct App: Decodable {
                let version: String
            }

            let results: [App]
        }

        @Published var isShown = false
        @Published private(set) var isForced = false
        private let installed: String
        private let key = "updateReminder.lastAnswer"

        init(installed: String) { self.installed = installed }

        /// Asks the App Store, unless the user has answered today.
        func check() async {
            let last = UserDefaults.standard.object(forKey: key) as? Date
            if let last, Calendar.current.isDateInToday(last) { return }
            guard let newest = try? await newestVersion() else { return }
            isForced = major(installed) < major(newest)
            isShown = installed.compare(newest, options: .numeric) == .orderedAscending
        }

        func later() { UserDefaults.standard.set(Date(), forKey: key) }

        private func newestVersion() async throws -> String? {
            let address = URL(string: "https://itunes.apple.com/lookup?id=6504763618&country=jp")!
            let (data, _) = try await URLSession.shared.data(from: address)
            return try JSONDecoder().decode(Lookup.self, from: data).results.first?.version
        }

        private func major(_ version: String) -> Int { Int(version.prefix { $0 != "." }) ?? 0 }
    }

    struct ReminderAlert: ViewModifier {
        @ObservedObject var reminder: UpdateReminder
        @Environment(\.openURL) private var openURL
        @Environment(\.scenePhase) private var phase

        func body(content: Content) -> some View {
            content
                .task(id: phase) { if phase == .active { await reminder.check() } }
                .alert("新しいバージョンがあります", isPresented: $reminder.isShown) {
                    Button("App Storeを開く") { openURL(URL(string: "https://apps.apple.com/jp/app/id6504763618")!) }
                    if !reminder.isForced { Button("あとで", role: .cancel) { reminder.later() } }
                } message: {
                    Text("アプリをより便利に使うためにアップデートをお願いします!")
                }
        }
    }
    // snippet.end
}
