/// The command-line options.
struct Options {
    /// The `airworthy` executable for the start-up benchmark; without it that benchmark is left out.
    var tool: String?
    /// The compiler's version, for the machine line.
    var swift: String?
    /// A text to select benchmarks by name; the control always runs.
    var filter: String?
    /// The name of the only benchmark to run, without measuring it.
    var run: String?
    /// How often to run it.
    var times = 1

    /// Returns `nil` if an option is unknown or has no value.
    init?(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch option {
            case "--tool": tool = value
            case "--swift": swift = value
            case "--filter": filter = value
            case "--run": run = value
            case "--times":
                guard let times = Int(value) else { return nil }
                self.times = times
            default: return nil
            }
        }
    }
}
