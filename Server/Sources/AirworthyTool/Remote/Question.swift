import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Asks a person at a terminal before something is done.
enum Question {
    /// - Parameters:
    ///   - question: What to ask, without its mark.
    ///   - isAnswered: Whether `--yes` was given.
    ///   - refusal: What was not done, e.g. `nothing was published`.
    /// - Throws: ``ToolError`` with status 64 where nobody can be asked, `ExitCode` 1 if the answer is not yes.
    static func ask(_ question: String, isAnswered: Bool, orElse refusal: String) throws {
        if isAnswered { return }
        guard isatty(0) == 1, isatty(2) == 1 else {
            throw ToolError(.usage, "\(refusal): there is no terminal to ask at; look at the above and give --yes")
        }
        _ = writeAll(Array("\(question.printable)? [y/N] ".utf8), to: 2)
        guard ["y", "yes"].contains(readLine()?.lowercased()) else {
            printError("airworthy: \(refusal)")
            throw ExitCode(1)
        }
    }
}
