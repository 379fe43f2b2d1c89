/// Rewrites what people type in good faith and the parser would misunderstand.
enum ArgumentShield {
    /// - Parameter arguments: The arguments as typed.
    /// - Returns: The same for the parser.
    static func shielded(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let options = arguments[..<end].flatMap(splittingEmptyValue)
        return end < arguments.endIndex ? options + arguments[end...] : endingOptions(options)
    }

    /// `--salt=` has an empty value; the parser would take the next argument for it.
    private static func splittingEmptyValue(_ argument: String) -> [String] {
        let name = argument.dropLast()
        guard argument.hasPrefix("--"), argument.hasSuffix("="), name.count > 2, !name.contains("=") else {
            return [argument]
        }
        return [String(name), ""]
    }

    /// `compare -1 1` is to say that `-1` is no version, instead of asking for an option of that name.
    private static func endingOptions(_ arguments: [String]) -> [String] {
        guard ["compare", "matches"].contains(arguments.first),
            let value = arguments.firstIndex(where: { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0 != "-h" })
        else { return arguments }
        return arguments[..<value] + ["--"] + arguments[value...]
    }
}
