/// What the command line asked for.
struct Options {
    /// The `airworthy` executable whose start is timed; without it that benchmark is left out.
    var tool: String?
    /// The compiler's version, for the machine line.
    var swift: String?
    /// Only benchmarks with this in their name; the control always runs.
    var filter: String?

    /// - Returns: Nil if an option is unknown or lacks its value.
    init?(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch option {
            case "--tool": tool = value
            case "--swift": swift = value
            case "--filter": filter = value
            default: return nil
            }
        }
    }
}
