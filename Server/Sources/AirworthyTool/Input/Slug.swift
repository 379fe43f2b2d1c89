import ControlPlane

/// Checks the name of an app; see ``AppSlug``.
///
/// - Parameters:
///   - text: The value.
///   - option: The option it was given by, without dashes; `nil` if it stands alone.
/// - Returns: The value.
/// - Throws: ``ToolError`` with status 65.
func slug(_ text: String, option: String?) throws(ToolError) -> String {
    guard AppSlug.isValid(text) else {
        let place = option.map { "--\($0): " } ?? ""
        throw ToolError(.badData, "\(place)`\(text.printable)` is no name of an app; write \(AppSlug.rule)")
    }
    return text
}
