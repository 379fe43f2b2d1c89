import ControlPlane
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AirworthyServer

/// Memory of an app that was deleted.
@Suite(.timeLimit(.minutes(5))) struct DeletedAppTests {
    @Test func `no cache keeps the manifest of an app that was deleted`() async throws {
        let (api, options) = (try await API(), APIOptions())
        weak var head: LoadedHead?
        for path in ["manifest", "keys", "releases", "releases/latest?channel=appstore&platform=ios", "config.json"] {
            #expect(try await api(.get, "/v1/apps/hashtags/\(path)", options: options).status == .ok, "\(path)")
        }
        head = try api.plane.served.head("hashtags")
        #expect(head != nil)
        try await api.plane.apps.delete("hashtags", by: .server)
        #expect(try await api(.get, "/v1/apps/hashtags/manifest", options: options).status == .gone)
        #expect(head == nil)
    }
}
