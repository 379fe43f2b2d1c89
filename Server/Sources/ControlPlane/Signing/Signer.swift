package import AirworthyAuthoring
import AirworthyPolicy
package import AirworthyTrust
import Foundation
import ServerSupport
import Synchronization

/// The keys that this server signs with, and the conditions for signing.
package struct Signer: Sendable {
    /// The online keys; each signs every manifest. Without keys nothing can be signed.
    let keys: [PrivateKey]
    /// The root-signed keyring that the server sends with manifests, if one is configured.
    package let keyring: Envelope?
    /// Returns the seconds that this machine's clock is ahead of Apple's; `nil` if Apple sent no date in the last day.
    let appleClockOffset: @Sendable () -> Double?
    private let verdicts = KeyringVerdicts()

    package init(keys: [PrivateKey], keyring: Envelope?, appleClockOffset: @escaping @Sendable () -> Double? = { nil })
    {
        self.keys = keys
        self.keyring = keyring
        self.appleClockOffset = appleClockOffset
    }

    /// The public halves of the online keys.
    package var publicKeys: [PublicKey] { keys.map(\.publicKey) }

    /// Returns the keyring if installed apps accept it, to send along with the app's manifests. They would reject a
    /// manifest with a keyring that they do not accept.
    /// - Complexity: Verifies a signature the first time for a set of pinned roots.
    package func keyring(for app: App) -> Envelope? {
        accepted(by: app) == nil ? nil : keyring
    }

    /// Whether the configured keyring is newer than that of the manifest in force, whose epoch is 0 without one. It may
    /// revoke a key, so the server publishes it without delay. Returns `false` also if installed apps reject the
    /// configured keyring.
    func hasNewerKeyring(than epoch: Int, for app: App) -> Bool {
        accepted(by: app).map { $0.epoch > epoch } ?? false
    }

    /// Throws ``ControlPlaneError`` `noSigningKey` without a key to sign with.
    func requireKey() throws(ControlPlaneError) {
        guard !keys.isEmpty else {
            throw ControlPlaneError(
                .noSigningKey,
                detail: "no signing key is configured; start the server with --signing-key or AIRWORTHY_SIGNING_KEY")
        }
    }

    /// Returns the reason why installed apps would reject this server's signatures; `nil` if they accept them. The keyring in
    /// force is that of the app's published manifest, if it has one.
    package func problem(for app: App, keyringInForce: Envelope? = nil) -> String? {
        guard app.signing == .server else { return nil }
        guard !keys.isEmpty else { return "no signing key is configured, so nothing can be published or renewed" }
        return distrust(of: app) ?? keyringInForce.flatMap { superseded(by: $0, of: app) }
    }

    /// Returns what to do if installations have a newer keyring than the configured one, or other keys of its epoch.
    private func superseded(by keyringInForce: Envelope, of app: App) -> String? {
        guard let own = accepted(by: app),
            let theirs = try? Keyring.read(json: keyringInForce.jsonValue.jsonBytes()).keyring,
            own.epoch < theirs.epoch || own.epoch == theirs.epoch && Set(own.keys) != Set(theirs.keys)
        else { return nil }
        let fact = own.epoch == theirs.epoch ? "other keys of that epoch" : "epoch \(theirs.epoch)"
        return
            "the configured keyring has epoch \(own.epoch), and installed apps have seen \(fact), so nothing can be published or "
            + "renewed; configure the newest keyring and its key, or sign one with `airworthy keyring --epoch "
            + "\(theirs.epoch + 1)` that lists only keys you trust, not one that may be stolen"
    }

    /// Returns the reason why installed apps would reject the keys of this server; `nil` if they accept one, or if there are none.
    func distrust(of app: App) -> String? {
        guard app.signing == .server, !keys.isEmpty else { return nil }
        let online = accepted(by: app)?.keys
        let pinned = app.pins.filter { $0.role == .root || online == nil }.map(\.key)
        let trusted = pinned + (online ?? [])
        guard publicKeys.contains(where: trusted.contains) else {
            return foreignKeyring(for: app)
                ?? "this server signs with \(publicKeys.map(\.id).joined(separator: ", ")), which the app's builds do not "
                + "trust, so nothing can be published or renewed; configure the key or the keyring they pin, or pin the roots that "
                + "the server's other apps pin"
        }
        return nil
    }

    /// Returns what to do if a root that the app pins signed the keyring, but for another app.
    private func foreignKeyring(for app: App) -> String? {
        guard let keyring else { return nil }
        do throws(VerificationError) {
            _ = try Keyring.verify(keyring, pins: app.trustPins)
        } catch {
            guard case .wrongApp(_, let other?) = error,
                let found = try? Keyring.verify(keyring, pins: Pins(app: other, keys: app.pins))
            else { return nil }
            let online = found.keys.map { _ in "--online ONLINE.pub" }.joined(separator: " ")
            return
                "the keyring is for the app \"\(other)\" only, so nothing can be published or renewed; sign one for all: "
                + "airworthy keyring --root ROOT.key \(online) --epoch \(found.epoch + 1) -o keyring.json, then give it to "
                + "the server in place of the old one and send it SIGHUP"
        }
        return nil
    }

    /// Returns the content of the keyring, if installed apps accept it.
    private func accepted(by app: App) -> Keyring? {
        guard app.signing == .server, let keyring else { return nil }
        return verdicts.accepted(keyring, pins: app.trustPins)
    }
}

/// The results of verifying one keyring, by the pinned roots. Many apps of a company pin the same, and all are checked every
/// minute.
private final class KeyringVerdicts: Sendable {
    private static let capacity = 16_384

    /// The content of the keyring, or `nil` if none of the roots signed it.
    private let verified = Mutex<[[PublicKey]: Keyring?]>([:])

    /// Returns the content of the keyring, if an app with these pins accepts it.
    func accepted(_ envelope: Envelope, pins: Pins) -> Keyring? {
        let roots = pins.keys.filter { $0.role == .root }.map(\.key)
        if let known = verified.withLock({ $0[roots] }) {
            return known.flatMap { keyring in keyring.app.map { $0 == pins.app } ?? true ? keyring : nil }
        }
        do throws(VerificationError) {
            let keyring = try Keyring.verify(envelope, pins: pins)
            note(keyring, for: roots)
            return keyring
        } catch {
            // A keyring for another app says nothing about the roots.
            if case .wrongApp = error { return nil }
            note(nil, for: roots)
            return nil
        }
    }

    private func note(_ keyring: Keyring?, for roots: [PublicKey]) {
        verified.withLock { verified in
            if verified.count >= Self.capacity { verified.removeAll() }
            verified.updateValue(keyring, forKey: roots)
        }
    }
}
