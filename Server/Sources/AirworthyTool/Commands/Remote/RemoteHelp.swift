import ArgumentParser

/// What several commands say about an option of the same name.
extension ArgumentHelp {
    static let app = ArgumentHelp("The app's name on the server.", valueName: "app")
    static let jsonLine = ArgumentHelp("Print one line of JSON.")
    static let note = ArgumentHelp("Why, for the history.", valueName: "text")
    static let yes = ArgumentHelp("Do not ask. Needed where there is no terminal.")
}

/// Checks what ends up in a query or in a history.
/// - Throws: ``ToolError`` with status 65 if it is too long to be sent.
func shortText(_ text: String?, option: String) throws(ToolError) -> String? {
    guard let text else { return nil }
    guard text.utf8.count <= 1_000, !text.utf8.contains(0) else {
        throw ToolError(.badData, "--\(option): is too long; write at most 1,000 bytes")
    }
    return text
}

/// Checks a number that is counted from 1.
/// - Throws: ``ToolError`` with status 65.
func positive(_ number: Int?, option: String) throws(ToolError) -> Int? {
    guard let number, number < 1 else { return number }
    throw ToolError(.badData, "--\(option): `\(number)` is not one; count from 1")
}
