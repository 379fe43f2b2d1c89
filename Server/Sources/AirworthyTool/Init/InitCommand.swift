import AirworthyAuthoring
import AirworthyTrust
import ArgumentParser

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Begin: write a policy, keys, a CI job and the app's code into a folder.",
        discussion: """
            Asks five questions at a terminal, unless options answer them. Writes a policy \
            that forces one version which nobody has, keys and keyring, a job for GitHub \
            Actions, and the Swift file for the app, and says the next three commands. \
            Existing files are never replaced: if one of them exists, none is written.

            EXAMPLES
              $ airworthy init
              $ airworthy init hashtags --bundle-id com.example.hashtags \\
                  --apple-id 6504763618 --with server --url https://updates.example.com
            """)

    @Argument(help: ArgumentHelp("The folder to write to; it is created if it is missing.", valueName: "folder"))
    var folder = "."

    @Option(help: ArgumentHelp("The app's short name. (default: from the folder's name)", valueName: "app"))
    var app: String?

    @Option(help: ArgumentHelp("The app's bundle identifier.", valueName: "id"))
    var bundleID: String?

    @Option(
        help: ArgumentHelp("The app's number or page in the App Store; `none` if it is not there yet.", valueName: "id")
    )
    var appleID: String?

    @Option(
        help: ArgumentHelp("Whether an Airworthy server or a file on a web host has the rules.", valueName: "place"))
    var with: NewProject.Place?

    @Option(help: ArgumentHelp("The address of the server, or of the file.", valueName: "url"))
    var url: String?

    func run() throws {
        let project = try questions().project()
        let keys: [NewKeys.Entry]
        let keyring: Envelope
        do {
            keys = try NewKeys.names.map { name in (name, try PrivateKey.generate()) }
            let online = keys.filter { $0.name == "online" }.map(\.key.publicKey)
            let primary = keys.filter { $0.name == "root-primary" }.map(\.key)
            keyring = try Keyring(epoch: 1, issuedAt: WallClock.now(), keys: online).signed(by: primary)
        } catch {
            throw ToolError.internalError("\(error)")
        }
        try project.files(keys: keys, keyring: keyring).write(in: folder)
        try printOutput(project.nextSteps(in: folder))
    }

    private func questions() -> ProjectQuestions {
        ProjectQuestions(
            folder: folder, given: .init(app: app, bundleID: bundleID, appleID: appleID, place: with, url: url),
            ask: isTerminal ? { answer(to: $0) } : nil)
    }
}
