import AirworthyTrust

/// What to do with new keys.
struct KeyAdvice {
    let keys: [NewKeys.Entry]
    let folder: String

    var text: String {
        """
        Made in \(folder.printable):
        \(keys.map { "  \(padded($0.name))  \($0.key.publicKey.id)" }.joined(separator: "\n"))

        Pin both roots in the app. Shipped copies trust these keys and no others:
        \(keys.filter { $0.name.hasPrefix("root") }.map { pin($0) }.joined(separator: "\n"))

        Lock away root-backup.key, offline and not where root-primary.key is: print it, or put it on a stick in a safe.
        root-primary.key signs keyrings (and manifests, if you have no online key); keep it from machines that serve.
        online.key signs manifests day by day. It counts through a keyring that a root signed:
          airworthy keyring --root \(file("root-primary.key")) --online \(file("online.pub")) --epoch 1 -o keyring.json

        If the online key is lost or stolen: make a new one and sign a keyring with a higher epoch. Copies in the field
        follow at their next check and never trust the old key again.
        If one root is lost: sign with the other, and pin a new pair in the next version of the app.
        If both roots are lost: nobody can make a keyring again. The online key goes on; once that is gone too, no policy
        reaches shipped copies. What they have softens when it expires, 45 days after its issue at the latest: blocks
        become prompts, features stay. An app update with new pins is then the only way back.
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
