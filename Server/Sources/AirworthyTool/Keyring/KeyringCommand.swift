import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

struct KeyringCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyring",
        abstract: "Sign the list of online keys with a root key.",
        discussion: """
            A keyring lists the valid online keys. Signed manifests contain it (sign \
            --keyring). A keyring with a higher epoch replaces the one before, which is how \
            a key is revoked. Raise the epoch whenever the keys change.

            EXAMPLE
              $ airworthy keyring --root keys/root-primary.key --online keys/online.pub \\
                  --epoch 1 -o keyring.json
            """)

    @Option(
        help: ArgumentHelp("The secret of a root key that the app pins. May be repeated.", valueName: "key"),
        completion: .file(extensions: ["key"]))
    var root: [String]

    @Option(
        help: ArgumentHelp("A valid online key. May be repeated.", valueName: "pub"),
        completion: .file(extensions: ["pub"]))
    var online: [String]

    @Option(parsing: .unconditional, help: ArgumentHelp("The keyring's number, from 1.", valueName: "n"))
    var epoch: Int

    @Option(help: ArgumentHelp("The keyring's app; by default every app that pins the root.", valueName: "app"))
    var app: String?

    @Option(parsing: .unconditional, help: .issuedAt)
    var now: String?

    @Option(name: [.customShort("o"), .long], help: .output, completion: .file())
    var output: String

    func run() throws {
        try InputFile.requireOneStandardInput(root + online)
        guard epoch >= 1 else { throw ToolError.badData("--epoch: `\(epoch)` is not an epoch; count from 1") }
        let app = try self.app.map { try appSlug($0, option: "app") }
        let keys = try online.map { path throws(ToolError) in try PublicKey(file: path) }
        guard keys.count <= Keyring.maximumKeys else {
            throw ToolError.badData("--online: a keyring has at most \(Keyring.maximumKeys) keys, not \(keys.count)")
        }
        let roots = try root.map { path throws(ToolError) in try PrivateKey(file: path) }
        let keyring = Keyring(app: app, epoch: epoch, issuedAt: try WallClock.time(option: now), keys: keys)
        let envelope: Envelope
        do throws(SigningError) {
            envelope = try keyring.signed(by: roots)
        } catch {
            throw ToolError.badData("\(error)")
        }
        try requireNewer(keyring, than: output)
        try OutputFile.write(envelope.jsonValue.jsonBytes() + [UInt8(ascii: "\n")], to: output)
        let names = keys.map(\.id).joined(separator: ", ")
        let signers = roots.map(\.publicKey.id).joined(separator: ", ")
        try printSummary(
            "\(outputName(output)): epoch \(epoch), online \(names), signed by \(signers)", ofFile: output)
    }

    /// Checks that a keyring does not replace one of a higher epoch, or other keys of the same epoch: devices would refuse it.
    private func requireNewer(_ keyring: Keyring, than output: String) throws(ToolError) {
        guard output != "-", let file = try? InputFile(output), let (old, _) = try? Keyring.read(json: file.bytes),
            old.epoch > keyring.epoch || old.epoch == keyring.epoch && Set(old.keys) != Set(keyring.keys)
        else { return }
        throw .badData(
            "\(file.name): has epoch \(old.epoch) already, and devices refuse other keys of it; sign with --epoch "
                + "\(old.epoch + 1), or delete the file if no device can have it")
    }
}
