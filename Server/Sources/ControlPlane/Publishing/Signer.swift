import AirworthyPolicy
package import AirworthyTrust
import Foundation

/// The keys this server signs with, and when it may.
package struct Signer: Sendable {
    /// How far the clock may be from Apple's, in seconds.
    static let widestOffset = 600.0

    let keys: [PrivateKey]
    /// The root-signed keyring that travels with manifests, if one is configured.
    package let keyring: Envelope?
    private let appleClockOffset: @Sendable () -> Double?

    /// Takes the configured keys.
    /// - Parameters:
    ///   - keys: The online keys; every manifest is signed with all of them. None: nothing can be signed.
    ///   - keyring: The root-signed keyring to send along.
    ///   - appleClockOffset: How many seconds this machine's clock is ahead of Apple's; `nil` when Apple's was not seen
    ///     in the last day.
    package init(keys: [PrivateKey], keyring: Envelope?, appleClockOffset: @escaping @Sendable () -> Double? = { nil })
    {
        self.keys = keys
        self.keyring = keyring
        self.appleClockOffset = appleClockOffset
    }

    /// The public halves of the online keys.
    package var publicKeys: [PublicKey] { keys.map(\.publicKey) }

    /// The keyring, if builds of the app would take it. They would refuse a manifest that comes with a stranger's.
    /// - Parameter app: The app.
    /// - Returns: The keyring to send along with its manifests.
    /// - Complexity: One signature is checked.
    package func keyring(for app: App) -> Envelope? {
        guard app.signing == .server, let keyring, (try? Keyring.verify(keyring, pins: app.trustPins)) != nil else {
            return nil
        }
        return keyring
    }

    /// Whether builds of the app do not know the keyring yet: it may revoke a key, so it has to get out.
    /// - Parameters:
    ///   - epoch: The epoch of the keyring that came with the manifest in force; 0 without one.
    ///   - app: The app.
    /// - Returns: Whether a manifest has to bring it to them.
    /// - Complexity: At most one signature is checked.
    func hasNewerKeyring(than epoch: Int, for app: App) -> Bool {
        guard app.signing == .server, let keyring else { return false }
        return (try? Keyring.verify(keyring, pins: app.trustPins)).map { $0.epoch > epoch } ?? false
    }

    /// Makes sure that signing makes sense now.
    /// - Parameters:
    ///   - now: The clock.
    ///   - issuedAt: When the manifest in force was issued.
    /// - Throws: ``ControlPlaneError`` `noSigningKey` or `clockWrong`.
    func check(at now: Date, after issuedAt: Date?) throws(ControlPlaneError) {
        guard !keys.isEmpty else {
            throw ControlPlaneError(
                .noSigningKey,
                detail: "no signing key is configured; start the server with --signing-key or AIRWORTHY_SIGNING_KEY")
        }
        if let offset = appleClockOffset(), !(abs(offset) <= Self.widestOffset) {
            throw ControlPlaneError(
                .clockWrong,
                detail:
                    "this server's clock is more than ten minutes \(offset > 0 ? "ahead of" : "behind") Apple's, so it does "
                    + "not sign; set the clock")
        }
        if let issuedAt, now < issuedAt {
            throw ControlPlaneError(
                .clockWrong,
                detail: "this server's clock says \(Timestamp.format(now)), and the manifest in force was issued at "
                    + "\(Timestamp.format(issuedAt)); set the clock")
        }
    }

    /// Why builds of an app would refuse what is signed here, as far as the configuration tells.
    /// - Complexity: At most two signatures are checked.
    func problem(for app: App) -> String? {
        guard app.signing == .server else { return nil }
        guard !keys.isEmpty else { return "no signing key is configured, so nothing can be published or renewed" }
        let online = keyring(for: app).flatMap { try? Keyring.verify($0, pins: app.trustPins) }?.keys
        let pinned = app.pins.filter { $0.role == .root || online == nil }.map(\.key)
        let trusted = pinned + (online ?? [])
        guard publicKeys.contains(where: trusted.contains) else {
            return
                "this server signs with \(publicKeys.map(\.id).joined(separator: ", ")), which the app's builds do not "
                + "trust, so nothing can be published or renewed; configure the key or the keyring they pin"
        }
        return nil
    }
}
