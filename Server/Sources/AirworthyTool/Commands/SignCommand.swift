import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

/// Signs a policy as a manifest.
struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a policy, ready to be served.",
        discussion: """
            Reads the policy strictly and lints it; an error refuses. The manifest carries \
            the policy as it was written, and the releases of --catalog. Whether apps will \
            trust the keys is not judged here: verify does that.

            --revision auto is the revision of --previous plus one. Without --lineage, the \
            lineage is that of --previous, else the name of the app.

            When a manifest expires, its blocks soften into prompts. With --expires-in \
            never nothing is written, and clients soften 45 days after the issue all the \
            same: only signing anew in time keeps blocks in force.

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

    @Option(help: ArgumentHelp("The keyring to send along.", valueName: "file"), completion: .file())
    var keyring: String?

    @Option(help: ArgumentHelp("The app's name, as the app pins it.", valueName: "app"))
    var app: String

    @Option(help: ArgumentHelp("Whom it is for.", valueName: "name"))
    var audience = Pins.defaultAudience

    @Option(help: ArgumentHelp("The signed id of the policy's origin.", valueName: "id"))
    var lineage: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Its number, which must rise; or auto.", valueName: "n|auto"))
    var revision: String

    @Option(
        help: ArgumentHelp("The manifest this one follows, as a file or an https URL.", valueName: "file|url"),
        completion: .file())
    var previous: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("How long its blocks hold.", valueName: "30d|never"))
    var expiresIn = "30d"

    @Option(parsing: .unconditional, help: .issuedAt)
    var now: String?

    @Option(name: [.customShort("o"), .long], help: .output, completion: .file())
    var output: String

    func run() throws {
        try InputFile.requireOneStandardInput([policy] + catalog + key + [keyring, previous].compactMap { $0 })
        let number = try chosenRevision()
        let lifetime = try Lifetime(expiresIn)
        let issuedAt = try Clock.instant(now)
        let app = try slug(self.app, option: "app")
        let keys = try key.map { path throws(ToolError) in try PrivateKey(file: path) }
        let (ring, envelope) = try readKeyring(for: app)

        let source = try SigningSource(policy)
        if let other = source.policy.app, other != app {
            throw ToolError(.badData, "\(source.file.name): is for the app \"\(other.printable)\", not for \"\(app)\"")
        }
        let checked = try Manifest(app: app, policy: source.policy).adding(catalog.map(CatalogArgument.init))
        try source.lint(checked, isCatalogKnown: !catalog.isEmpty, at: issuedAt)

        let previous = try self.previous.map { place throws(ToolError) in try PreviousManifest(place) }
        try previous?.checkOrigin(app: app, audience: audience, lineage: lineage)
        previous?.noteUnlessSigned(by: keys.map(\.publicKey) + (ring?.keys ?? []))
        if let number { try previous?.checkBelow(number) }
        guard let next = try number ?? previous?.nextRevision() else { throw Self.nothingToFollow }

        let draft = ManifestDraft(
            app: app, audience: audience, lineage: lineage ?? (previous == nil ? app : previous?.lineage),
            revision: next, issuedAt: issuedAt, expiresAt: lifetime.end(from: issuedAt), policy: source.json,
            catalog: catalog.isEmpty ? nil : checked.catalog.jsonValue)
        let signed = try sign(draft, keys, envelope, asChecked: checked)
        noteLifetime(lifetime)
        try OutputFile.write(signed, to: output)
        let signers = Set(keys.map(\.publicKey.id)).sorted().joined(separator: ", ")
        try report(
            "\(outputName(output)): \(app), revision \(next), \(signed.count) bytes, signed by \(signers)",
            besides: output)
    }

    /// `nil` for `auto`.
    private func chosenRevision() throws -> Int? {
        if revision == "auto" {
            guard previous != nil else { throw Self.nothingToFollow }
            return nil
        }
        guard let number = Int(revision), number >= 1, revision.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            throw ToolError(
                .badData, "--revision: `\(revision.printable)` is no revision; write a number from 1, or auto")
        }
        return number
    }

    private static let nothingToFollow = ToolError(
        .usage, "--revision auto needs --previous; for the first manifest write --revision 1")

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

    /// Signs, after making sure that devices will read exactly what was checked.
    private func sign(
        _ draft: ManifestDraft, _ keys: [PrivateKey], _ keyring: Envelope?, asChecked checked: Manifest
    ) throws(ToolError) -> [UInt8] {
        let payload = draft.payload
        let read = try? ManifestReader.read(json: payload)
        guard let read, read.policy == checked.policy, catalog.isEmpty || read.catalog == checked.catalog else {
            throw ToolError(
                .internalError, "not signed: devices would read another policy than was checked; please report this")
        }
        do throws(SigningError) {
            return try SignedManifest.sign(payload: payload, keys: keys, keyring: keyring)
        } catch {
            throw ToolError(.badData, "not signed: \(error)")
        }
    }

    private func noteLifetime(_ lifetime: Lifetime) {
        let tail = "clients soften blocks 45 days after the issue; sign anew before that to keep them in force"
        switch lifetime {
        case .never: printError("airworthy: note: --expires-in never: \(tail)")
        case .period(let period) where Double(period.seconds) > Manifest.longestLifetime:
            printError("airworthy: note: --expires-in \(expiresIn.printable): \(tail)")
        case .period: break
        }
    }
}
