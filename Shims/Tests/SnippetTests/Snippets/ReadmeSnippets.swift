// snippet.readme-app
import Airworthy
import AirworthyUI
import SwiftUI

let airworthy = Airworthy(.appStore(id: 6_504_763_618))

struct HashtagsApp: App {
    var body: some Scene {
        WindowGroup { ContentView().updateGate(airworthy) }
    }
}
// snippet.end

private struct NewEditor: View {
    var body: some View { Text(verbatim: "editor") }
}

private struct ContentView: View {
    var body: some View {
        VStack {
            // snippet.readme-parts
            DistributionBadge(airworthy)  // “TestFlight (internal)”; nothing on the App Store
            UpdateCheckView(airworthy)  // asks now: up to date, or current → newest with notes and a button
            IfFeature("new-editor") { NewEditor() }  // as the policy says: merged, shipped, dark
            IfInDevelopment { AirworthyDebugView(airworthy) }  // debug builds and TestFlight only
            // snippet.end
        }
    }
}
