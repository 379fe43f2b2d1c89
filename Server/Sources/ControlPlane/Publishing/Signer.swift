package import AirworthyTrust

/// The keys this server signs with.
package struct Signer: Sendable {
    let keys: [PrivateKey]
    /// The root-signed keyring that travels with every manifest, if one is configured.
    package let keyring: Envelope?
    let appleClockOffset: @Sendable () -> Double?

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
}
