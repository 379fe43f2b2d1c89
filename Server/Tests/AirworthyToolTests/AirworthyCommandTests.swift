import ArgumentParser
import Testing

@testable import AirworthyTool

@Suite struct AirworthyCommandTests {
    @Test func `help says how the command is called`() {
        #expect(AirworthyCommand.helpMessage().contains("USAGE: airworthy"))
    }

    @Test(arguments: [("--nonsense", 64), ("nonsense", 64), ("--help", 0), ("--version", 0)] as [(String, Int32)])
    func `a wrong call is a usage error, asking for help or the version is none`(option: String, number: Int32) async {
        let error = await #expect(throws: (any Error).self) { try await AirworthyCommand.perform([option]) }
        #expect(error.map(AirworthyCommand.status) == number)
    }

    @Test(arguments: zip(ToolStatus.allCases, [64, 65, 66, 68, 69, 70, 73, 75, 77] as [Int32]))
    func `the statuses scripts rely on`(status: ToolStatus, number: Int32) {
        #expect(AirworthyCommand.status(for: ToolError(status, "a sentence")) == number)
    }

    @Test func `a command's own exit code is kept`() {
        #expect(AirworthyCommand.status(for: ExitCode(20)) == 20)
        #expect(AirworthyCommand.status(for: ExitCode(1)) == 1)
    }

    @Test func `an error nobody foresaw is our fault`() {
        struct Surprise: Error {}
        #expect(AirworthyCommand.status(for: Surprise()) == 70)
    }
}
