import Airworthy
import AirworthyUI
import Foundation
import SwiftUI

private struct NewEditor: View {
    var body: some View { Text(verbatim: "editor") }
}

private func begun() -> Airworthy {
    // snippet.begin-app
    /// The only client of the process. Creating it reads a small file and makes no network request.
    let airworthy = Airworthy(
        .server(
            URL(string: "https://updates.example.com")!, app: "hashtags",
            roots: [
                "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=",  // root-primary
                "ISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0A=",  // root-backup
            ]))
    // snippet.end
    return airworthy
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
