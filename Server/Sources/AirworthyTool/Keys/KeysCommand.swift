import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Create the keys that sign manifests.", subcommands: [KeysNewCommand.self])
}

struct KeysNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create two root keys and an online key.",
        discussion: """
            Writes root-primary, root-backup and online, each as .key (the secret, PKCS#8 \
            PEM, readable by you only) and .pub (the public key, PEM). Existing files are \
            never replaced: if one of the six files exists, none is written. With --only-online \
            the roots that you have stay, and only a new online key is created.

            EXAMPLE
              $ airworthy keys new --out keys
              $ airworthy keys new --only-online --out keys-2
            """)

    @Option(help: ArgumentHelp("The folder to write to; it is created if it is missing.", valueName: "dir"))
    var out: String

    @Flag(help: "Create only an online key, to replace the one you have.")
    var onlyOnline = false

    func run() throws {
        let keys: [NewKeys.Entry]
        do throws(KeyError) {
            keys = try (onlyOnline ? [NewKeys.online] : NewKeys.names).map { name throws(KeyError) in
                (name, try PrivateKey.generate())
            }
        } catch {
            throw ToolError.internalError("\(error)")
        }
        try NewKeys(entries: keys).write(to: out)
        try printOutput(KeyAdvice(keys: keys, folder: out).text)
    }
}

/// The output of `keys new`: the new keys, and how to store and use them.
struct KeyAdvice {
    let keys: [NewKeys.Entry]
    let folder: String

    var text: String { created + "\n\n" + (keys.count == 1 ? replacement : firstSet) }

    private var created: String {
        """
        Created in \(folder.printable):
        \(keys.map { "  \(padded($0.name))  \($0.key.publicKey.id)" }.joined(separator: "\n"))
        """
    }

    private var replacement: String {
        """
        It is valid once a root that the app pins has signed a keyring with it. EPOCH is one higher than that of the keyring you
        have; every online key that the new one leaves out is no longer trusted:
          airworthy keyring --root ROOT.key --online \(file("online.pub")) --epoch EPOCH -o keyring.json
        """
    }

    private var firstSet: String {
        """
        Pin both roots in the app. Released builds trust these keys and no others:
        \(keys.filter { $0.name.hasPrefix("root") }.map { pin($0) }.joined(separator: "\n"))

        Lock away root-backup.key, offline and not in the same place as root-primary.key: print it, or put it on a stick in
        a safe.
        root-primary.key signs keyrings (and manifests, if you have no online key). Keep it away from servers.
        online.key signs the daily manifests. It is valid if a root has signed a keyring with it:
          airworthy keyring --root \(file("root-primary.key")) --online \(file("online.pub")) --epoch 1 -o keyring.json

        If the online key is lost or stolen: create a new one and sign a keyring with a higher epoch. Installed apps switch
        at their next check and never trust the old key again.
        If one root is lost: sign with the other, and pin a new pair in the next version of the app.
        If both roots are lost: no new keyring can be signed. The online key stays valid; once it is lost too, no policy
        reaches installed apps. Their last policy is relaxed when it expires, at most \(Int(Manifest.longestLifetime / 86_400)) days after its issue: blocks become
        prompts, features stay. Then only an app update with new pins helps.
        """
    }

    private func pin(_ entry: NewKeys.Entry) -> String {
        "  \(padded(entry.name))  \(entry.key.publicKey.base64)"
    }

    private func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 12 - name.count))
    }

    private func file(_ name: String) -> String {
        let path = "\(folder.printable)/\(name)"
        return path.contains(" ") ? "\"\(path)\"" : path
    }
}
