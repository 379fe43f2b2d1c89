import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import NIOCore
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct PublishedKeysTests {
    @Test func `the keys route shows the keyring in force with its keys and epoch`() async throws {
        let clock = ManualClock(try #require(Timestamp.parse("2026-11-20T00:00:00Z")))
        let (root, pinned, online) = (
            try PrivateKey.generate(), try PrivateKey.generate(), try PrivateKey.generate()
        )
        let keyring = try Keyring(epoch: 3, keys: [online.publicKey]).signed(by: [root])
        let plane = ControlPlane(
            store: MemoryStore(), signer: Signer(keys: [online], keyring: keyring), now: { clock.now })
        try await plane.housekeeping.load()
        let pins = [PinnedKey(root.publicKey, role: .root), PinnedKey(pinned.publicKey, role: .online)]
        _ = try await plane.apps.create(
            .init(slug: "hashtags", bundleID: "com.example.hashtags", pins: pins), by: .server)
        let keys = PublishedKeys()
        let shown = { () throws -> JSONValue in
            let answer = keys.answer(of: try plane.served.app("hashtags"), caching: .briefly)
            return try JSONReader.read(Array(buffer: try #require(answer.body))).jsonValue
        }

        let before = try shown()
        #expect(before["keyring"] == .null)
        #expect(before["epoch"] == 0)
        #expect(before["onlineKeys"]?.arrayValue?.compactMap { $0["id"] } == [.string(pinned.publicKey.id)])

        _ = try await plane.publishing.publish(
            Array(Samples.calmPolicy.utf8), to: "hashtags", expecting: .nothingPublished, note: nil, forced: nil,
            by: .server)
        let after = try shown()
        #expect(after["keyring"] == keyring.jsonValue)
        #expect(after["epoch"] == 3)
        #expect(after["onlineKeys"]?.arrayValue?.compactMap { $0["id"] } == [.string(online.publicKey.id)])
        #expect(after["keys"]?.arrayValue?.compactMap { $0["role"] } == ["root", "online"])
        #expect(try shown() == after)
    }
}
