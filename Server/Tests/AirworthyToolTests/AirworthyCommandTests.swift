import ArgumentParser
import Testing

@testable import AirworthyTool

@Suite(.timeLimit(.minutes(5))) struct AirworthyCommandTests {
    @Test func `the help shows the usage line`() {
        #expect(AirworthyCommand.helpMessage().contains("USAGE: airworthy"))
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
