import AirworthyPolicy
import ArgumentParser

/// Says whether a release lies in a range.
struct MatchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matches",
        abstract: "Say whether a release lies in a range.",
        discussion: """
            Prints yes or no. What cannot be told without a build or a catalog is no, \
            with a note on standard error.

            RANGES
              2.2.0         that version, every build
              2.2.*         >=2.2 <2.3
              <1.4  >=2.2   below, from
              1.0...1.9.9   both ends included
              >=2.2 <2.2.1  a blank is "and"
              2.2.0 (<310)  some builds of a version

            EXAMPLE
              $ airworthy matches "2.2.0 (310)" ">=2.2 <2.2.1"
              yes
            """)

    @Argument(help: "A version, with its build in parentheses where it matters: \"2.2.0 (310)\".")
    var release: String

    @Argument(help: "A range.")
    var range: String

    func run() throws {
        let target = try UpdateTarget(argument: release)
        let range: VersionRange
        do throws(VersionError) {
            range = try VersionRange(self.range)
        } catch {
            throw ToolError(.badData, error.message)
        }
        let truth = range.contains(version: target.version, build: target.build, latest: { .unknown })
        if truth == .undecided {
            let missing =
                range.mentionsBuild && target.build == nil
                ? "the range asks for a build and none is given; write it as \"\(target.version) (310)\""
                : "what the latest release is depends on a catalog; ask decide"
            printError("airworthy: note: undecided, so no: \(missing)")
        }
        try printOutput(truth == .true ? "yes" : "no")
    }
}
