import AirworthyPolicy
import ArgumentParser
import ControlPlane
import ServerSupport

struct ClockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Confirm the clock that a server dates manifests with.",
        subcommands: [ClockConfirmCommand.self])
}

struct ClockConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Confirm that the clock of a server is right, by the clock of this machine.",
        discussion: """
            A server does not sign while nothing confirms its clock: no answer of Apple, no \
            clock of a database server on another machine, and no time that a server noted \
            in the last \(SigningClock.longestSilence.words). Nor does it date a manifest before the one in force, which \
            may be from the future because a clock was ahead. This command sends the time of \
            this machine. If the server's differs by no more than \(SigningClock.widestOffset.words), its clock counts \
            as right for \(SigningClock.confirmation.words), and whatever waited for that is signed at once. The audit has it.

            The token needs the right "apps", for all apps.

            EXAMPLE
              $ airworthy clock confirm
            """)

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var server: ServerOptions

    func run() async throws {
        let answer = try await server.withClient { client in
            try await client.send(.post("clock").sending(["now": .of(WallClock.now())])).json
        }
        try printOutput(
            json ? answer.jsonLine : "confirmed: the server's clock says \(UTCTime.cell(answer["now"])) UTC")
    }
}
