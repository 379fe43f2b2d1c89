import ArgumentParser

/// The options of commands that can publish a policy although the server finds errors.
struct ForceOptions: ParsableArguments {
    @Flag(help: "Publish although the server finds errors. Needs --reason.")
    var force = false

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Why errors are accepted, for the audit log.", valueName: "text"))
    var reason: String?

    func validate() throws {
        guard force == (reason != nil) else {
            throw ValidationError("--force and --reason belong together: say why errors are accepted.")
        }
        guard reason?.contains(where: { !$0.isWhitespace }) ?? true else {
            throw ValidationError("--reason is empty: say why errors are accepted.")
        }
    }

    /// The reason; `nil` without `--force`.
    var checkedReason: String? {
        get throws(ToolError) { try shortText(reason, option: "reason") }
    }
}
