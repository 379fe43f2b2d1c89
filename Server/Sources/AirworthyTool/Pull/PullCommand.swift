import AirworthyPolicy
import ArgumentParser
import ControlPlane
import Foundation

struct PullCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Write what is in force on a server into a folder for apply.",
        discussion: """
            Writes a folder for each app: app.yaml (settings), policy.yaml or manifest.json, \
            and catalog.yaml if releases were imported. A file that says the same already \
            stays as it is, with its comments; other files are replaced after a question. \
            `airworthy apply` of the folder then changes nothing.

            EXAMPLE
              $ airworthy pull airworthy/
              $ airworthy pull airworthy/ --app hashtags --yes
            """)

    @Argument(help: "The folder with a folder for each app; it is created if it is missing.", completion: .directory)
    var folder: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Write the folder of this app only. May be repeated.", valueName: "app"))
    var app: [String] = []

    @Flag(help: .yes) var yes = false

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var server: ServerOptions

    func run() async throws {
        try InputFile.requireOneStandardInput([server.tokenFile].compactMap { $0 })
        let chosen = try app.map { try appSlug($0, option: "app") }
        let base = try checkedFolder()
        let pulled = try await server.withClient { client in
            var apps: [PulledApp] = []
            for slug in try await slugs(chosen, client: client) {
                apps.append(try await PulledApp(slug, in: base, from: client))
            }
            return apps
        }
        let replaced = pulled.flatMap(\.files).filter { $0.change == .replaced }.map(\.path)
        if let first = replaced.first {
            let others = replaced.count > 1 ? " and \((replaced.count - 1).counted("other file"))" : ""
            try confirm("Replace \(first)\(others)", isConfirmed: yes, otherwise: "nothing was written")
        }
        for app in pulled { try app.write() }
        try printOutput(json ? [report(pulled).jsonLine] : pulled.map(\.line))
    }

    /// The folder without slashes at its end.
    private func checkedFolder() throws(ToolError) -> String {
        guard !folder.isEmpty, !folder.utf8.contains(0) else { throw .usage("the name of the folder is empty") }
        var base = folder
        while base.count > 1, base.last == "/" { base.removeLast() }
        var status = stat()
        guard stat(base, &status) == 0 else { return base }
        try ApplyFolder.requireFolderOfFolders(base, FolderEntry.list(base))
        return base
    }

    private func slugs(_ chosen: [String], client: APIClient) async throws -> [String] {
        guard chosen.isEmpty else { return Array(Set(chosen)).sorted() }
        let listed = try await client.send(.get("apps")).json["apps"]?.arrayValue ?? []
        // They become names of folders, so a server's word is not enough.
        let slugs = listed.compactMap { $0["slug"]?.stringValue }.filter(AppSlug.isValid)
        guard !slugs.isEmpty else {
            throw ToolError.missingFile("nothing was written: the server has no apps, or none of the token's apps")
        }
        return slugs.sorted()
    }

    private func report(_ apps: [PulledApp]) -> JSONValue {
        ["apps": .array(apps.map(\.jsonValue))]
    }
}
