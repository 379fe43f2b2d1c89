import AirworthyUI
import SwiftUI

/// What version this is, whether there is a newer one, and, for developers, why.
struct SettingsView: View {
    var body: some View {
        List {
            Section {
                UpdateCheckView(ReleaseControl.airworthy)
            }
            // Only in debug builds and in TestFlight.
            IfInDevelopment {
                Section {
                    NavigationLink("Release control") { AirworthyDebugView(ReleaseControl.airworthy) }
                } header: {
                    Text("Development")
                }
            }
        }
        .navigationTitle("Settings")
    }
}
