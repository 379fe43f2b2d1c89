import AirworthyPolicy
import Testing

@testable import AirworthyTrust

/// What happens when keys are added, stolen and lost.
@Suite(needsCrypto) struct RotationTests {
    @Test func `an online key counts only through a keyring or when pinned`() throws {
        let bytes = try Fixture.signed(by: [Fixture.online])
        #expect(Fixture.refusal(bytes)?.code == "unknown-key")

        var pins = Fixture.pins
        pins.keys.append(PinnedKey(Fixture.online.publicKey, role: .online))
        #expect(try Fixture.verify(bytes, pins: pins).get().role == .online)

        let keyring = try Fixture.keyring(1, [Fixture.online])
        let verified = try Fixture.verify(try Fixture.signed(by: [Fixture.online], keyring: keyring)).get()
        #expect(verified.role == .online && verified.epoch == 1)
        #expect(verified.newState.keyring == keyring)
    }

    @Test func `a keyring replaces the online keys that are pinned`() throws {
        var pins = Fixture.pins
        pins.keys.append(PinnedKey(Fixture.online.publicKey, role: .online))
        let keyring = try Fixture.keyring(1, [Fixture.online2])
        let old = try Fixture.signed(by: [Fixture.online], keyring: keyring)
        #expect(Fixture.refusal(old, pins: pins)?.code == "unknown-key")
        let new = try Fixture.signed(by: [Fixture.online2], keyring: keyring)
        #expect(Fixture.refusal(new, pins: pins) == nil)
    }

    @Test func `a stolen online key is revoked and its last revision freezes nobody`() throws {
        let first = try Fixture.keyring(1, [Fixture.online])
        let honest = try Fixture.signed(by: [Fixture.online], keyring: first)
        let theft = try Fixture.signed(
            revision: .max, issuedAt: "2099-01-01T00:00:00Z", by: [Fixture.online], keyring: first)
        let frozen = try Fixture.state(after: honest, theft)

        let second = try Fixture.keyring(2, [Fixture.online2])
        let healed = try Fixture.verify(
            try Fixture.signed(revision: 8, by: [Fixture.online2], keyring: second), state: frozen
        ).get()
        #expect(healed.epoch == 2 && healed.manifest.revision == 8)

        for (keyring, code) in [(first, "epoch-went-back"), (nil, "unknown-key"), (second, "unknown-key")] {
            let again = try Fixture.signed(revision: .max, by: [Fixture.online], keyring: keyring)
            #expect(Fixture.refusal(again, state: healed.newState)?.code == code)
        }
    }

    @Test func `a keyring without keys leaves the roots`() throws {
        let none = try Fixture.keyring(3, [])
        #expect(Fixture.refusal(try Fixture.signed(by: [Fixture.online], keyring: none))?.code == "unknown-key")
        let verified = try Fixture.verify(try Fixture.signed(by: [Fixture.backup], keyring: none)).get()
        #expect(verified.epoch == 3 && verified.role == .root)
    }

    @Test func `a fresh installation with a lowest epoch does not believe a revoked key`() throws {
        var pins = Fixture.pins
        pins.keys.append(PinnedKey(Fixture.online.publicKey, role: .online))
        pins.minimumEpoch = 2
        let revoked = try Fixture.signed(by: [Fixture.online], keyring: try Fixture.keyring(1, [Fixture.online]))
        #expect(Fixture.refusal(revoked, pins: pins) == .epochWentBack(stored: 2, got: 1))
        #expect(Fixture.refusal(try Fixture.signed(by: [Fixture.online]), pins: pins)?.code == "unknown-key")
        let current = try Fixture.signed(by: [Fixture.online2], keyring: try Fixture.keyring(2, [Fixture.online2]))
        #expect(Fixture.refusal(current, pins: pins) == nil)

        let old = try Fixture.state(after: revoked)
        #expect(Fixture.refusal(try Fixture.signed(revision: 9, by: [Fixture.online]), pins: pins, state: old) != nil)
        #expect(Fixture.refusal(try Fixture.signed(revision: 9), pins: pins, state: old) == nil)
    }

    @Test func `the accepted epoch counts for envelopes without a keyring`() throws {
        let keyring = try Fixture.keyring(2, [Fixture.online])
        let state = try Fixture.state(after: try Fixture.signed(by: [Fixture.online], keyring: keyring))
        let next = try Fixture.verify(try Fixture.signed(revision: 8, by: [Fixture.online]), state: state).get()
        #expect(next.epoch == 2 && next.newState.keyring == keyring)
        let byRoot = try Fixture.signed(revision: 6, issuedAt: "2026-01-01T00:00:00Z")
        #expect(Fixture.refusal(byRoot, state: state) == .revisionWentBack(stored: 7, got: 6))
    }

    @Test func `an older keyring is refused with both epochs`() throws {
        let new = try Fixture.keyring(5, [Fixture.online2])
        let state = try Fixture.state(after: try Fixture.signed(by: [Fixture.online2], keyring: new))
        let old = try Fixture.signed(revision: 9, keyring: try Fixture.keyring(4, [Fixture.online]))
        #expect(Fixture.refusal(old, state: state) == .epochWentBack(stored: 5, got: 4))
    }

    @Test func `one epoch has one set of keys, whoever signed it and in whatever order`() throws {
        let keys = [Fixture.online, Fixture.online2]
        let state = try Fixture.state(
            after: try Fixture.signed(keyring: try Fixture.keyring(1, keys)))
        let resigned = try Fixture.keyring(1, keys.reversed(), by: [Fixture.root, Fixture.backup])
        #expect(Fixture.refusal(try Fixture.signed(keyring: resigned), state: state) == nil)
        let other = try Fixture.signed(keyring: try Fixture.keyring(1, [Fixture.online]))
        #expect(Fixture.refusal(other, state: state) == .sameEpochOtherKeys(epoch: 1))
    }

    @Test func `only a pinned root makes a keyring`() throws {
        for key in [Fixture.stranger, Fixture.online] {
            let keyring = try Fixture.keyring(1, [Fixture.online], by: [key])
            let refusal = Fixture.refusal(try Fixture.signed(keyring: keyring))
            #expect(refusal == .untrustedKeyring(keyIDs: [key.publicKey.id]))
        }
        let foreign = try Fixture.keyring(1, [Fixture.online], app: "other")
        #expect(Fixture.refusal(try Fixture.signed(keyring: foreign)) == .wrongApp(expected: "tour", got: "other"))
        let own = try Fixture.keyring(1, [Fixture.online], app: "tour")
        #expect(Fixture.refusal(try Fixture.signed(keyring: own)) == nil)
    }

    @Test func `a higher epoch lets the revision fall for new manifests, not for old ones`() throws {
        let state = try Fixture.state(after: try Fixture.signed(revision: 100))
        let keyring = try Fixture.keyring(1, [Fixture.online])
        let fresh = try Fixture.signed(revision: 1, issuedAt: "2026-11-20T09:00:00Z", keyring: keyring)
        #expect(Fixture.refusal(fresh, state: state) == nil)
        let replay = try Fixture.signed(revision: 1, issuedAt: "2026-01-01T00:00:00Z", keyring: keyring)
        #expect(Fixture.refusal(replay, state: state) == .revisionWentBack(stored: 100, got: 1))
    }

    @Test func `when a root is unpinned its keyring and its floor go with it`() throws {
        let stolen = try Fixture.keyring(.max, [Fixture.online])
        let state = try Fixture.state(
            after: try Fixture.signed(revision: .max, by: [Fixture.online], keyring: stolen))
        var pins = Fixture.pins
        pins.keys = [PinnedKey(Fixture.backup.publicKey, role: .root)]
        let verified = try Fixture.verify(
            try Fixture.signed(revision: 1, by: [Fixture.backup]), pins: pins, state: state
        ).get()
        #expect(verified.epoch == 0 && verified.newState.keyring == nil && verified.newState.epoch == 0)

        let kept = try Fixture.state(
            after: try Fixture.signed(revision: 9, by: [Fixture.backup], keyring: stolen))
        let older = try Fixture.signed(revision: 8, issuedAt: "2026-01-01T00:00:00Z", by: [Fixture.backup])
        #expect(Fixture.refusal(older, pins: pins, state: kept) == .revisionWentBack(stored: 9, got: 8))
        let newer = try Fixture.signed(
            revision: 10, by: [Fixture.backup], keyring: try Fixture.keyring(1, [], by: [Fixture.backup]))
        #expect(Fixture.refusal(newer, pins: pins, state: kept) == nil, "the dropped epoch holds nobody back")
    }

    @Test func `a stored manifest is refused once its key is not trusted`() throws {
        let bytes = try Fixture.signed()
        let state = try Fixture.state(after: bytes)
        var pins = Fixture.pins
        pins.keys.removeFirst()
        #expect(Fixture.refusal(bytes, pins: pins, state: state)?.code == "unknown-key")
    }

    @Test func `each lineage has its own revisions where none is pinned`() throws {
        var pins = Fixture.pins
        pins.lineage = nil
        let state = try Fixture.state(after: try Fixture.signed(revision: 100), pins: pins)
        let other = try Fixture.verify(
            try Fixture.signed(revision: 1) { $0.lineage = "tour-2" }, pins: pins, state: state
        ).get()
        #expect(other.newState.floor(lineage: "tour-1")?.revision == 100)
        #expect(other.newState.floor(lineage: "tour-2")?.revision == 1)
    }
}
