import Airworthy
import AirworthyPolicy
import ArgumentParser
import Foundation

/// An app in a terminal.
@main
struct LinuxClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "linux-client",
        abstract: "Behave as an app that uses Airworthy, one launch a process.",
        discussion: """
            Takes a line of standard input for each thing that happens to the app, and \
            answers each with one line of JSON: the decision, the features, what the app was \
            told, and what is on the screen. The first line is the launch itself, as it is \
            before any source has answered. Whatever has to last is in the folder of --store: \
            to launch again, update or downgrade the app, start it again with that folder; \
            to reinstall, with an empty one.

            Only hosts that --host names are there. They are asked over plain http on \
            this machine, and the app takes it for https. The clock stands still until it \
            is moved.

              settle                    waits for the answer to the launch
              present TRIGGER           shows what there is to show: launch, foreground,
                                        refresh or check
              answer update|later|skip  answers the prompt
              store opened|failed       goes to the store
              check                     asks whether there is an update
              background, foreground    leaves, and comes back
              advance SECONDS           moves the device's clock
              wait FACT VALUE           waits for a status, channel or revision
              testflight                asks what is on TestFlight
              state                     nothing happens
              quit                      ends; so does the end of the input

            EXAMPLE
              $ echo settle | linux-client --store phone --app-version 2.2.0 \\
                  --channel appstore --app hashtags --root KEY --root KEY \\
                  --source server=https://updates.example.com \\
                  --host updates.example.com=http://127.0.0.1:8080
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var setup: SetupOptions

    func run() async throws {
        let app = try RunningApp(setup.setup(), device, hosts: setup.hosts())
        try Self.tell(app.launched)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await app.client.run() }
            for await line in StandardInput.lines {
                let command = Command(line)
                if command.name == "quit" { break }
                try Self.tell(await app.answer(to: command))
            }
            group.cancelAll()
        }
    }

    private static func tell(_ answer: JSONValue) throws {
        try FileHandle.standardOutput.write(contentsOf: Data(answer.jsonBytes() + [UInt8(ascii: "\n")]))
    }
}

/// A line of input.
struct Command: Sendable {
    let name: String
    let argument: String

    init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        name = words.first ?? ""
        argument = words.count > 1 ? words[1] : ""
    }
}
