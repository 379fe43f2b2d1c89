import AirworthyAuthoring
import AirworthyTrust
import Synchronization

/// The signer in use. It changes when an operator has the keys read again; a publication uses one signer throughout.
final class CurrentSigner: Sendable {
    private let signer: Mutex<Signer>

    /// - Parameter signer: The first signer.
    init(_ signer: Signer) { self.signer = Mutex(signer) }

    /// The signer in use.
    var value: Signer { signer.withLock { $0 } }

    /// Signs with other keys and another keyring from now on.
    func replace(keys: [PrivateKey], keyring: Envelope?) {
        signer.withLock { $0 = $0.with(keys: keys, keyring: keyring) }
    }
}
