import ArgumentParser
import Foundation
import Testing

@testable import AirworthyTool

@Suite(.timeLimit(.minutes(5))) struct AirworthyCommandTests {
    @Test func `the help shows the usage line`() {
        #expect(AirworthyCommand.helpMessage().contains("USAGE: airworthy"))
    }

    @Test(arguments: [[], ["--help"], ["-h"], ["help"]])
    func `the help begins with five commands and ends with exit codes and the environment`(arguments: [String]) async {
        let error = await #expect(throws: (any Error).self) { try await AirworthyCommand.perform(arguments) }
        let text = error.map { AirworthyCommand.message(for: $0) } ?? ""
        let parts = ["airworthy init", "airworthy rollback", "USAGE", "SUBCOMMANDS", "EXIT CODES", "ENVIRONMENT"]
        let places = parts.compactMap { text.range(of: $0)?.lowerBound }
        #expect(places.count == parts.count && places == places.sorted(), "\(text)")
    }

    @Test func `the commands that the help begins with exist`() async {
        for line in RootHelp.first.split(separator: "\n") {
            guard let call = line.wholeMatch(of: /\ {2}airworthy (.*?)(?: {2}.*)?/) else { continue }
            let words = call.output.1.split(separator: " ").map(String.init)
            await #expect(throws: Never.self, "\(line)") { _ = try await AirworthyCommand.command(parsing: words) }
        }
    }

    @Test(
        arguments: [
            (["pubish"], "`pubish` is not a command; did you mean `airworthy publish`?"),
            (["tokens", "creat"], "`creat` is not a command; did you mean `airworthy tokens create`?"),
            (["help", "innit"], "`innit` is not a command; did you mean `airworthy init`?"),
            (["version"], "`version` is not a command; did you mean `airworthy --version`?"),
            (["frobnicate"], "`frobnicate` is not a command; `airworthy --help` lists the commands"),
            (["publish", "--ap", "x"], "airworthy publish has no option --ap; did you mean --app?"),
            (["why", "--app", "x", "--verison=2"], "airworthy why has no option --verison; did you mean --version?"),
            (
                ["publish", "p.yaml", "--zzz"],
                "airworthy publish has no option --zzz; `airworthy publish --help` lists its options"
            ),
        ] as [([String], String)])
    func `a mistyped command or option is named and corrected`(arguments: [String], message: String) async {
        let error = await #expect(throws: ToolError.self) {
            _ = try await AirworthyCommand.command(parsing: arguments)
        }
        #expect(error == .usage(message))
    }

    @Test(arguments: [
        ["publish", "p.yaml"], ["publish", "p", "--note", "--a value"], ["publish", "--note", "--value", "p"],
    ])
    func `a mistake that is not one of spelling keeps the parser's words`(arguments: [String]) async {
        let error = await #expect(throws: (any Error).self) {
            _ = try await AirworthyCommand.command(parsing: arguments)
        }
        #expect(error.map { AirworthyCommand.message(for: $0) }?.contains("--app") == true)
        #expect(!(error is ToolError))
    }

    @Test(arguments: [["adoption", "--app", "x", "--days", "29"], ["adoption", "--app", "x", "--days", "7x"]])
    func `a wrong value of a command that is left out keeps the parser's words`(arguments: [String]) async {
        let error = await #expect(throws: (any Error).self) {
            _ = try await AirworthyCommand.command(parsing: arguments)
        }
        #expect(error.map { AirworthyCommand.message(for: $0) }?.contains("--days") == true)
        #expect(!(error is ToolError))
    }

    @Test(arguments: [("--nonsense", 64), ("nonsense", 64), ("--help", 0), ("--version", 0)] as [(String, Int32)])
    func `wrong arguments exit with 64, help and version with 0`(option: String, number: Int32) async {
        let error = await #expect(throws: (any Error).self) { try await AirworthyCommand.perform([option]) }
        #expect(error.map(AirworthyCommand.exitStatus) == number)
    }

    @Test(arguments: zip(ToolExitStatus.allCases, [1, 64, 65, 66, 68, 69, 70, 73, 75, 77] as [Int32]))
    func `the exit statuses are 1 for a limit, and otherwise the numbers of sysexits.h`(
        status: ToolExitStatus, number: Int32
    ) {
        #expect(AirworthyCommand.exitStatus(for: ToolError(status: status, description: "a sentence")) == number)
    }

    @Test func `an ExitCode thrown by a command is the exit status`() {
        #expect(AirworthyCommand.exitStatus(for: ExitCode(20)) == 20)
        #expect(AirworthyCommand.exitStatus(for: ExitCode(1)) == 1)
    }

    @Test func `an unexpected error exits with 70`() {
        struct Surprise: Error {}
        #expect(AirworthyCommand.exitStatus(for: Surprise()) == 70)
    }
}
