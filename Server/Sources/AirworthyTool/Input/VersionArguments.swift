import AirworthyPolicy

extension AppVersion {
    /// Reads a version given on the command line.
    /// - Parameters:
    ///   - text: The value.
    ///   - option: The option it was given by, without dashes.
    /// - Throws: ``ToolError`` with status 65.
    init(argument text: String, option: String? = nil) throws(ToolError) {
        do throws(VersionError) {
            try self.init(text)
        } catch {
            throw ToolError(.badData, (option.map { "--\($0): " } ?? "") + error.message)
        }
    }
}

extension UpdateTarget {
    /// Reads `2.2.0` or `2.2.0 (310)`.
    /// - Parameter text: The value.
    /// - Throws: ``ToolError`` with status 65.
    init(argument text: String) throws(ToolError) {
        guard let open = text.firstIndex(of: "(") else {
            self.init(version: try AppVersion(argument: text))
            return
        }
        let inside = text[text.index(after: open)...].drop(while: \.isWhitespace)
        guard let close = inside.firstIndex(of: ")"),
            inside[close...].dropFirst().allSatisfy(\.isWhitespace)
        else {
            throw ToolError(.badData, "`\(text.printable)` is not a release; write it as \"2.2.0 (310)\"")
        }
        let version = try AppVersion(argument: String(text[..<open]))
        do throws(VersionError) {
            self.init(version: version, build: try BuildNumber(String(inside[..<close])))
        } catch {
            throw ToolError(.badData, error.message)
        }
    }
}
