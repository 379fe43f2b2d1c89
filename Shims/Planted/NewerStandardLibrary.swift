// ios15: 'sleep(for:tolerance:clock:)' is only available in iOS 16.0 or newer
// ios17: passes
// macos12: 'sleep(for:tolerance:clock:)' is only available in macOS 13.0 or newer
// tvos15: 'sleep(for:tolerance:clock:)' is only available in tvOS 16.0 or newer
func planted() async throws { try await Task.sleep(for: .seconds(1)) }
