@_spi(Testing) import Airworthy
import AirworthyPolicy
import ArgumentParser
import Foundation

/// An app in a terminal, for end-to-end tests.
@main
struct LinuxClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "linux-client",
        abstract: "Behave like an app that uses Airworthy, one launch per process.",
        discussion: """
            Reads one command per line from standard input and answers each with one line of \
            JSON: the decision, the features, the events and the screen. The first line \
            describes the launch before any source has answered. The folder of --store \
            keeps the app's state on the device. Start again with the same folder to launch, \
            update or downgrade the app, and with an empty folder to reinstall it.

            The source `json` reads the app's own format: {"oldest": "2.2.1", "store": "https://…"}. \
            The source `custom` is a function of the app that reads a policy from a file at each \
            refresh, and fails without the file.

            Only hosts named by --host exist. The library uses https addresses; this program \
            sends its requests to the plain http address of the host instead. The clock \
            stands still until the command `advance`.

              settle                    wait for the first refresh of the launch
              present TRIGGER           present the decision; the trigger is launch, foreground,
                                        refresh or check
              answer update|later|skip  answer the prompt
              store opened|failed       go to the App Store, which opens or fails to open
              check                     check for an update
              background, foreground    leave the app, and return to it
              advance SECONDS           advance the device's clock
              wait PROPERTY VALUE       wait until the decision has a status, channel or revision
              testflight                check for a TestFlight build
              state                     only print the state
              quit                      end the process; so does the end of the input

            EXAMPLE
              $ echo settle | linux-client --store phone --app-version 2.2.0 \\
                  --channel appstore --app hashtags --root KEY --root KEY \\
                  --source server=https://updates.example.com \\
                  --host updates.example.com=http://127.0.0.1:8080
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var setup: SetupOptions

    func run() async throws {
        let app = try RunningApp(setup: setup.setup(), device: device, transport: setup.transport())
        await app.client.finishWriting()
        try Self.write(app.launched)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await app.client.run() }
            for await line in Self.inputLines {
                let command = Command(line: line)
                if command.name == "quit" { break }
                let answer = await app.answer(to: command)
                // A test may kill the process after any answer.
                await app.client.finishWriting()
                try Self.write(answer)
            }
            group.cancelAll()
        }
    }

    /// The lines of standard input. `readLine` blocks its thread, so it has one of its own.
    private static var inputLines: AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    private static func write(_ answer: JSONValue) throws {
        try FileHandle.standardOutput.write(contentsOf: Data(answer.jsonBytes() + [UInt8(ascii: "\n")]))
    }
}

struct Command: Sendable {
    let name: String
    let argument: String

    init(line: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        name = words.first ?? ""
        argument = words.count > 1 ? words[1] : ""
    }

    /// Whether a decision has the property and value of this `wait` command, e.g. `status ok`.
    func matches(_ decision: Decision) throws -> Bool {
        let words = argument.split(separator: " ").map(String.init)
        switch words.first {
        case "status": return decision.status.rawValue == words.last
        case "channel": return decision.channel.description == words.last
        case "revision": return decision.revision?.description == words.last
        default: throw UnknownCommand(self)
        }
    }
}

struct UnknownCommand: Error, CustomStringConvertible {
    let description: String

    init(_ command: Command) { description = "unknown command `\(command.name) \(command.argument)`; see --help" }
}
