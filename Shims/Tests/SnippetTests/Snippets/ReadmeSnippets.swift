import Airworthy
import AirworthyUI
import SwiftUI

private struct NewEditor: View {
    var body: some View { Text(verbatim: "editor") }
}

private struct Parts: View {
    var body: some View {
        VStack {
            // snippet.readme-parts
            DistributionBadge(airworthy)  // “TestFlight (internal)”; nothing on the App Store
            UpdateCheckView(airworthy)  // a check by hand: up to date, or current → newest with notes and a button
            IfFeature("new-editor") { NewEditor() }  // visible only where the policy says so
            IfInDevelopment { AirworthyDebugView(airworthy) }  // debug builds and TestFlight only
            WhatsNewView(airworthy)  // notes of the installed release; `.whatsNew()` shows them after an update
            // snippet.end
        }
    }
}
