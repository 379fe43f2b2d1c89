import AirworthyTrust
import ArgumentParser

/// Groups what is about key files.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Make the keys that sign manifests.", subcommands: [KeysNewCommand.self])
}

/// Makes two root keys and an online key.
struct KeysNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make two root keys and an online key.",
        discussion: """
            Writes root-primary, root-backup and online, each as .key (the secret, \
            PKCS#8 PEM, readable for you alone) and .pub (the public key, PEM). Nothing \
            that is there is ever replaced: if one of the six files exists, none is \
            written.

            EXAMPLE
              $ airworthy keys new --out keys
            """)

    @Option(help: ArgumentHelp("The folder to write to; it is made if it is not there.", valueName: "dir"))
    var out: String

    func run() throws {
        let keys: [NewKeys.Entry]
        do throws(KeyError) {
            keys = try NewKeys.names.map { name throws(KeyError) in (name, try PrivateKey.generate()) }
        } catch {
            throw ToolError(.internalError, "\(error)")
        }
        try NewKeys(keys).write(to: out)
        try printOutput(KeyAdvice(keys: keys, folder: out).text)
    }
}
