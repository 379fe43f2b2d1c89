import AirworthyPolicy
import ArgumentParser

struct MatchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matches",
        abstract: "Check whether a release is in a version range.",
        discussion: """
            Prints yes or no. If the result depends on a missing build or on a catalog, it \
            is no, with a note on standard error.

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
            throw ToolError.badData(error.message)
        }
        let truth = range.contains(version: target.version, build: target.build, latest: { .unknown })
        if truth == .undecided {
            let missing =
                range.mentionsBuild && target.build == nil
                ? "the range depends on the build; write it as \"\(target.version) (310)\""
                : "the latest release depends on a catalog; use `airworthy decide`"
            printError("airworthy: note: undecided, so no: \(missing)")
        }
        try printOutput(truth == .true ? "yes" : "no")
    }
}

extension UpdateTarget {
    /// Reads `2.2.0` or `2.2.0 (310)`.
    fileprivate init(argument text: String) throws(ToolError) {
        guard let open = text.firstIndex(of: "(") else {
            self.init(version: try AppVersion(argument: text))
            return
        }
        let inside = text[text.index(after: open)...].drop(while: \.isWhitespace)
        guard let close = inside.firstIndex(of: ")"),
            inside[close...].dropFirst().allSatisfy(\.isWhitespace)
        else { throw .badData("`\(text.printable)` is not a release; write it as \"2.2.0 (310)\"") }
        let version = try AppVersion(argument: String(text[..<open]))
        do throws(VersionError) {
            self.init(version: version, build: try BuildNumber(String(inside[..<close])))
        } catch {
            throw .badData(error.message)
        }
    }
}
