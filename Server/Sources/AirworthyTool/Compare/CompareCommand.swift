import AirworthyPolicy
import ArgumentParser

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two versions.",
        discussion: """
            Prints <, = or >. Missing parts are zero, parts compare as numbers, and a \
            suffix sorts before the plain version.

            EXAMPLE
              $ airworthy compare 1.9 1.10
              <
              $ airworthy compare 1.4 1.4.0
              =
            """)

    @Argument(help: "A version, such as 2.2.1 or 3.0-beta.2.")
    var left: String

    @Argument(help: "The version to compare with.")
    var right: String

    func run() throws {
        let order = VersionOrder(comparing: try AppVersion(argument: left), to: try AppVersion(argument: right))
        try printOutput(order.rawValue)
    }
}
