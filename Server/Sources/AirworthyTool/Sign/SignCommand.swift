import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ArgumentParser
import ServerSupport

struct SignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a policy, ready to be served.",
        discussion: """
            Reads the policy strictly and lints it; an error stops the command. The manifest \
            contains the policy as it was written, and the releases of --catalog. A key that \
            --keyring does not list is noted. Which roots apps pin only verify can check.

            --revision auto is the revision of --previous plus one. Without --lineage, the \
            lineage is that of --previous, otherwise the name of the app.

            When a manifest expires, its blocks are relaxed to prompts. With --expires-in \
            never the manifest has no expiry, but clients still relax it \(Int(Manifest.longestLifetime / 86_400)) days after its \
            issue. To keep blocks in force, sign again before that.

            EXAMPLE
              $ airworthy sign --policy policy.yaml --key keys/root-primary.key \\
                  --app hashtags --revision 1 --expires-in 30d -o manifest.json
              $ airworthy sign --policy policy.yaml --key keys/online.key \\
                  --keyring keyring.json --app hashtags --revision auto \\
                  --previous manifest.json --expires-in 30d -o manifest.json
            """)

    @Option(help: ArgumentHelp("The rules: a policy as JSON or YAML.", valueName: "file"), completion: .file())
    var policy: String

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @Option(
        help: ArgumentHelp("A secret key to sign with. May be repeated.", valueName: "key"),
        completion: .file(extensions: ["key"]))
    var key: [String]

    @Option(help: ArgumentHelp("The keyring to include.", valueName: "file"), completion: .file())
    var keyring: String?

    @Option(help: ArgumentHelp("The app's name, as the app pins it.", valueName: "app"))
    var app: String

    @Option(help: ArgumentHelp("The audience of the manifest.", valueName: "name"))
    var audience = Pins.defaultAudience

    @Option(help: ArgumentHelp("The signed id of the policy's origin.", valueName: "id"))
    var lineage: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The manifest's revision, which must increase; or auto.", valueName: "n|auto"))
    var revision: String

    @Option(
        help: ArgumentHelp("The manifest that this one replaces, as a file or an https URL.", valueName: "file|url"),
        completion: .file())
    var previous: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The time until the manifest expires.", valueName: "30d|never"))
    var expiresIn = "30d"

    @Option(parsing: .unconditional, help: .issuedAt)
    var now: String?

    @Option(name: [.customShort("o"), .long], help: .output, completion: .file())
    var output: String

    func run() async throws {
        try InputFile.requireOneStandardInput([policy] + catalog + key + [keyring, previous].compactMap { $0 })
        let chosen = try chosenRevision()
        let lifetime = try Lifetime(expiresIn)
        let issuedAt = try WallClock.time(option: now)
        let app = try appSlug(self.app, option: "app")
        let keys = try key.map { path throws(ToolError) in try PrivateKey(file: path) }
        let (ring, envelope) = try readKeyring(for: app)

        let source = try PolicySource(policy)
        if let other = source.policy.app, other != app {
            throw ToolError.wrongApp(other, in: source.file.name, for: app)
        }
        let checked = try Manifest(app: app, policy: source.policy).adding(catalog.map(CatalogArgument.init))
        try source.lint(with: catalog.isEmpty ? nil : checked.catalog, at: issuedAt)

        let previous =
            if let location = self.previous { try await PreviousManifest(location) } else { nil as PreviousManifest? }
        try previous?.requireOrigin(app: app, audience: audience, lineage: lineage)
        previous?.warnUnlessSigned(by: keys.map(\.publicKey) + (ring?.keys ?? []))
        if let chosen { try previous?.requireRevision(below: chosen) }
        guard let revision = try chosen ?? previous?.nextRevision() else { throw Self.previousMissing }

        let draft = ManifestDraft(
            app: app, audience: audience, lineage: lineage ?? (previous == nil ? app : previous?.lineage),
            revision: revision, issuedAt: issuedAt, expiresAt: lifetime.end(from: issuedAt), policy: source.json,
            catalog: catalog.isEmpty ? nil : checked.catalog.jsonValue)
        if previous == nil {
            try PreviousManifest.requireNewer(
                draft.payload, revision: revision, epoch: ring?.epoch ?? 0, of: app, than: output)
        }
        let signed = try sign(draft, keys: keys, keyring: envelope, checked: checked)
        warnUnlessListed(keys.map(\.publicKey), in: ring, signedBy: envelope)
        warnIfTooLong(lifetime)
        try OutputFile.write(signed, to: output)
        let signers = Set(keys.map(\.publicKey.id)).sorted().joined(separator: ", ")
        try printSummary(
            "\(outputName(output)): \(app), revision \(revision), \(signed.count) bytes, signed by \(signers)",
            ofFile: output)
    }

    /// Returns the value of `--revision`; `nil` for `auto`.
    private func chosenRevision() throws -> Int? {
        if revision == "auto" {
            guard previous != nil else { throw Self.previousMissing }
            return nil
        }
        guard let number = Int(revision), number >= 1, revision.isAllDigits else {
            throw ToolError.badData(
                "--revision: `\(revision.printable)` is not a revision; write a number from 1, or auto")
        }
        return number
    }

    private static let previousMissing = ToolError.usage(
        "--revision auto needs --previous; for the first manifest write --revision 1")

    private func readKeyring(for app: String) throws(ToolError) -> (Keyring?, Envelope?) {
        guard let keyring else { return (nil, nil) }
        let file = try InputFile(keyring)
        do throws(VerificationError) {
            let (ring, envelope) = try Keyring.read(json: file.bytes)
            if let other = ring.app, other != app { throw .wrongApp(expected: app, got: other) }
            return (ring, envelope)
        } catch {
            throw file.refusal(error)
        }
    }

    /// Signs the draft, after checking that devices will read exactly the policy that was linted.
    private func sign(
        _ draft: ManifestDraft, keys: [PrivateKey], keyring: Envelope?, checked: Manifest
    ) throws(ToolError) -> [UInt8] {
        let payload = draft.payload
        let read = try? ManifestReader.read(json: payload)
        guard let read, read.policy == checked.policy, catalog.isEmpty || read.catalog == checked.catalog else {
            throw .internalError("not signed: devices would read a different policy; please report this")
        }
        do throws(SigningError) {
            return try SignedManifest.sign(payload: payload, keys: keys, keyring: keyring)
        } catch {
            throw .badData("not signed: \(error)")
        }
    }

    /// Prints a note if the keyring makes no app accept one of the keys. A root that did not sign the keyring is one, too.
    private func warnUnlessListed(_ keys: [PublicKey], in ring: Keyring?, signedBy envelope: Envelope?) {
        guard let keyring, let ring, let envelope else { return }
        let trusted = Set(ring.keys.map(\.id) + envelope.signatures.compactMap(\.keyID))
        guard trusted.isDisjoint(with: keys.map(\.id)) else { return }
        let names = key.map(\.printable).joined(separator: ", ")
        printError(
            "airworthy: note: \(keyring.printable) does not list \(names), so an app accepts this only if it pins that key as a "
                + "root; sign with a key of the keyring, or sign a keyring with it (`airworthy keyring`)")
    }

    private func warnIfTooLong(_ lifetime: Lifetime) {
        if case .period(let period) = lifetime, Double(period.seconds) <= Manifest.longestLifetime { return }
        printError(
            "airworthy: note: --expires-in \(expiresIn.printable): clients relax blocks "
                + "\(Int(Manifest.longestLifetime / 86_400)) days after the issue; sign again before that to keep them in force"
        )
    }
}
