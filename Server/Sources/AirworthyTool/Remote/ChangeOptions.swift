import ArgumentParser

/// The options of commands that change an app on a server after they have asked.
struct ChangeOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: .app)
    var app: String

    @Flag(help: .yes)
    var yes = false

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions
}
