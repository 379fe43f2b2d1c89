import AirworthyUI
import SwiftUI

/// The installed version, a manual update check, and the debug panel for developers.
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
