import AirworthyAuthoring
import AirworthyPolicy
import Testing

@testable import AirworthyTrust

/// Tests for adding, revoking and losing keys.
@Suite(needsCrypto) struct RotationTests {
    @Test func `an online key is trusted only through a keyring or a pin`() throws {
        let bytes = try Fixture.signed(by: [Fixture.online])
        #expect(Fixture.verificationError(bytes)?.code == "unknown-key")

        var pins = Fixture.pins
        pins.keys.append(PinnedKey(Fixture.online.publicKey, role: .online))
        #expect(try Fixture.verify(bytes, pins: pins).get().role == .online)

        let keyring = try Fixture.keyring(1, [Fixture.online])
        let verified = try Fixture.verify(try Fixture.signed(by: [Fixture.online], keyring: keyring)).get()
        #expect(verified.role == .online && verified.epoch == 1)
        #expect(verified.newState.keyring == keyring)
    }

    @Test func `a keyring replaces the pinned online keys`() throws {
        var pins = Fixture.pins
        pins.keys.append(PinnedKey(Fixture.online.publicKey, role: .online))
        let keyring = try Fixture.keyring(1, [Fixture.online2])
        let old = try Fixture.signed(by: [Fixture.online], keyring: keyring)
        #expect(Fixture.verificationError(old, pins: pins)?.code == "unknown-key")
        let new = try Fixture.signed(by: [Fixture.online2], keyring: keyring)
        #expect(Fixture.verificationError(new, pins: pins) == nil)
    }

    @Test func `after revoking a stolen key, its high revision does not block new manifests`() throws {
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
            #expect(Fixture.verificationError(again, state: healed.newState)?.code == code)
        }
    }

    @Test func `with a keyring without keys only the roots are trusted`() throws {
        let none = try Fixture.keyring(3, [])
        #expect(
            Fixture.verificationError(try Fixture.signed(by: [Fixture.online], keyring: none))?.code == "unknown-key")
        let verified = try Fixture.verify(try Fixture.signed(by: [Fixture.backup], keyring: none)).get()
        #expect(verified.epoch == 3 && verified.role == .root)
    }

    @Test func `a new installation with a minimum epoch rejects a revoked key`() throws {
        var pins = Fixture.pins
        pins.keys.append(PinnedKey(Fixture.online.publicKey, role: .online))
        pins.minimumEpoch = 2
        let revoked = try Fixture.signed(by: [Fixture.online], keyring: try Fixture.keyring(1, [Fixture.online]))
        #expect(Fixture.verificationError(revoked, pins: pins) == .epochWentBack(stored: 2, got: 1))
        #expect(Fixture.verificationError(try Fixture.signed(by: [Fixture.online]), pins: pins)?.code == "unknown-key")
        let current = try Fixture.signed(by: [Fixture.online2], keyring: try Fixture.keyring(2, [Fixture.online2]))
        #expect(Fixture.verificationError(current, pins: pins) == nil)

        let old = try Fixture.state(after: revoked)
        #expect(
            Fixture.verificationError(try Fixture.signed(revision: 9, by: [Fixture.online]), pins: pins, state: old)
                != nil)
        #expect(Fixture.verificationError(try Fixture.signed(revision: 9), pins: pins, state: old) == nil)
    }

    @Test func `the stored keyring applies to envelopes without a keyring`() throws {
        let keyring = try Fixture.keyring(2, [Fixture.online])
        let state = try Fixture.state(after: try Fixture.signed(by: [Fixture.online], keyring: keyring))
        let next = try Fixture.verify(try Fixture.signed(revision: 8, by: [Fixture.online]), state: state).get()
        #expect(next.epoch == 2 && next.newState.keyring == keyring)
        let byRoot = try Fixture.signed(revision: 6, issuedAt: "2026-01-01T00:00:00Z")
        #expect(Fixture.verificationError(byRoot, state: state) == .revisionWentBack(stored: 7, got: 6))
    }

    @Test func `an older keyring is rejected with both epochs`() throws {
        let new = try Fixture.keyring(5, [Fixture.online2])
        let state = try Fixture.state(after: try Fixture.signed(by: [Fixture.online2], keyring: new))
        let old = try Fixture.signed(revision: 9, keyring: try Fixture.keyring(4, [Fixture.online]))
        #expect(Fixture.verificationError(old, state: state) == .epochWentBack(stored: 5, got: 4))
    }

    @Test func `a keyring with the same epoch must have the same keys, in any order and by any root`() throws {
        let keys = [Fixture.online, Fixture.online2]
        let state = try Fixture.state(
            after: try Fixture.signed(keyring: try Fixture.keyring(1, keys)))
        let resigned = try Fixture.keyring(1, keys.reversed(), by: [Fixture.root, Fixture.backup])
        #expect(Fixture.verificationError(try Fixture.signed(keyring: resigned), state: state) == nil)
        let other = try Fixture.signed(keyring: try Fixture.keyring(1, [Fixture.online]))
        #expect(Fixture.verificationError(other, state: state) == .sameEpochOtherKeys(epoch: 1))
    }

    @Test func `a keyring is accepted only with the signature of a pinned root`() throws {
        for key in [Fixture.stranger, Fixture.online] {
            let keyring = try Fixture.keyring(1, [Fixture.online], by: [key])
            let error = Fixture.verificationError(try Fixture.signed(keyring: keyring))
            #expect(error == .untrustedKeyring(keyIDs: [key.publicKey.id]))
        }
        let foreign = try Fixture.keyring(1, [Fixture.online], app: "other")
        #expect(
            Fixture.verificationError(try Fixture.signed(keyring: foreign)) == .wrongApp(expected: "tour", got: "other")
        )
        let own = try Fixture.keyring(1, [Fixture.online], app: "tour")
        #expect(Fixture.verificationError(try Fixture.signed(keyring: own)) == nil)
    }

    @Test func `a higher epoch allows a lower revision for new manifests, not for replayed ones`() throws {
        let state = try Fixture.state(after: try Fixture.signed(revision: 100))
        let keyring = try Fixture.keyring(1, [Fixture.online])
        let fresh = try Fixture.signed(revision: 1, issuedAt: "2026-11-20T09:00:00Z", keyring: keyring)
        #expect(Fixture.verificationError(fresh, state: state) == nil)
        let replay = try Fixture.signed(revision: 1, issuedAt: "2026-01-01T00:00:00Z", keyring: keyring)
        #expect(Fixture.verificationError(replay, state: state) == .revisionWentBack(stored: 100, got: 1))
    }

    @Test func `the stored keyring and floor of an unpinned root are ignored`() throws {
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
        #expect(Fixture.verificationError(older, pins: pins, state: kept) == .revisionWentBack(stored: 9, got: 8))
        let newer = try Fixture.signed(
            revision: 10, by: [Fixture.backup], keyring: try Fixture.keyring(1, [], by: [Fixture.backup]))
        #expect(
            Fixture.verificationError(newer, pins: pins, state: kept) == nil,
            "an ignored epoch does not reject anything")
    }

    @Test func `a stored manifest is rejected once its key is not trusted`() throws {
        let bytes = try Fixture.signed()
        let state = try Fixture.state(after: bytes)
        var pins = Fixture.pins
        pins.keys.removeFirst()
        #expect(Fixture.verificationError(bytes, pins: pins, state: state)?.code == "unknown-key")
    }

    @Test func `each lineage has its own revisions if none is pinned`() throws {
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
