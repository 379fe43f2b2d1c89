import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// Stores the installations of a table on a server, or removes them.
struct AdoptionImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Store the installations of a table, until they check in themselves.",
        discussion: """
            Reads the table that simulate reads, for example one of your own statistics, and \
            replaces an earlier one. The server uses it for an app without check-ins in the \
            days that are counted, and removes it after \(AdoptionLimit.days) days. Of the system only major \
            and minor version count.

            The report "App Sessions" of App Store Connect's Analytics can be read as it is: its \
            unique devices are counted, those of the newest day. It has only the users who \
            share such data with developers.

            EXAMPLE
              $ airworthy adoption import installs.csv --app hashtags
              $ airworthy adoption import --remove --app hashtags
            """)

    @Argument(
        help: ArgumentHelp("The installations as CSV, or - for standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "txt"]))
    var file: String?

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @Flag(help: .skipBadRows) var skipBadRows = false

    @Flag(help: "Remove the installations that were imported before.")
    var remove = false

    @OptionGroup var remote: RemoteOptions

    func validate() throws {
        guard (file == nil) == remove else { throw ValidationError("Give either a file or --remove.") }
    }

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        guard let file else {
            try await remote.printAnswer(to: .delete("apps", app, "adoption", "import")) { answer in
                let wasThere = answer["removed"]?.boolValue ?? false
                return [wasThere ? "removed the imported installations of \(app)" : "nothing was imported for \(app)"]
            }
            return
        }
        try InputFile.requireOneStandardInput([file, remote.server.tokenFile].compactMap { $0 })
        let table = try ImportedTable(Fleet(csv: file, skippingBadRows: skipBadRows), file: file)
        let request = APIRequest.put("apps", app, "adoption", "import").sending(table.jsonValue)
        try await remote.printAnswer(to: request) { answer in
            let installations = (answer["installations"]?.intValue ?? 0).counted("installation")
            return [
                "imported \(installations) of \(app) in \((answer["cells"]?.intValue ?? 0).counted("combination")) of "
                    + "facts"
            ]
        }
    }
}

/// The body of a request that imports installations.
struct ImportedTable {
    private let origin: String
    private let counts: [AdoptionCell: Int]

    /// Adds up the installations of a table by the facts that the server counts by.
    init(_ fleet: Fleet, file: String) throws(ToolError) {
        origin =
            file == "-" ? "standard input" : String((file.split(separator: "/").last ?? "file").suffix(200)).printable
        var counts: [AdoptionCell: Int] = [:]
        for kind in fleet.kinds where kind.count > 0 {
            counts[AdoptionCell(kind.installation), default: 0] += kind.count
        }
        let name = file == "-" ? "<standard input>" : file.printable
        guard counts.count <= AdoptionLimit.importedRows else {
            throw .badData(
                "\(name): \(counts.count.counted("combination")) of facts; a server stores at most "
                    + "\(AdoptionLimit.importedRows.grouped); leave out a column, such as storefront")
        }
        guard counts.values.allSatisfy({ $0 <= AdoptionLimit.importedCount }) else {
            throw .badData(
                "\(name): a combination of facts has more than \(AdoptionLimit.importedCount.grouped) installations")
        }
        self.counts = counts
    }

    var jsonValue: JSONValue {
        let rows = counts.sorted { $0.key < $1.key }.map { cell, count -> JSONValue in
            let facts = [cell.platform, cell.version, cell.build, cell.channel, cell.os, cell.storefront]
            return .array(facts.map(JSONValue.string) + [.of(count)])
        }
        return ["schema": 1, "origin": .string(origin), "rows": .array(rows)]
    }
}

extension AdoptionCell {
    /// Creates the cell of an installation. A system of another platform is left out.
    init(_ installation: Installation) {
        let os = installation.os.flatMap { $0.platform == installation.platform ? $0.version : nil }
        self.init(
            platform: installation.platform.description, version: installation.version?.description ?? "",
            build: installation.build?.description ?? "", channel: installation.channel.description,
            os: os.map { Self.majorAndMinor(of: $0.description) } ?? "", storefront: installation.storefront?.code ?? ""
        )
    }
}
