// ios15: passes
// macos12: passes
// tvos15: passes
import Foundation

func planted() async throws {
    _ = try await URLSession.shared.data(for: URLRequest(url: URL(fileURLWithPath: "/")))
}
