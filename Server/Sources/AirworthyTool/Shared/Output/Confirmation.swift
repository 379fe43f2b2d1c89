import ArgumentParser
import Foundation

/// Asks the user at the terminal to confirm a change, unless `--yes` was given (`isConfirmed`). The question is without
/// its question mark; `refusal` is such as `nothing was published`.
func confirm(_ question: String, isConfirmed: Bool, otherwise refusal: String) throws {
    if isConfirmed { return }
    guard isTerminal else {
        throw ToolError.usage("\(refusal): there is no terminal to confirm at; give --yes if this is intended")
    }
    guard ["y", "yes"].contains(answer(to: "\(question)? [y/N] ")?.lowercased()) else {
        printError("airworthy: \(refusal)")
        throw ExitCode(1)
    }
}

/// Whether there is a terminal to ask at.
var isTerminal: Bool { isatty(0) == 1 && isatty(2) == 1 }

/// Asks a question, which ends with a space. Returns the typed line, trimmed; `nil` at the end of the input.
func answer(to question: String) -> String? {
    ProgressLine.clear()
    _ = writeAll(Array(question.printable.utf8), to: 2)
    return readLine()?.trimmed
}
