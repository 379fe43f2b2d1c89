import ControlPlane
import Foundation

/// The five questions of `init`: what options do not answer is asked at the terminal.
struct ProjectQuestions {
    /// The answers of options.
    struct Given {
        var app: String?
        var bundleID: String?
        var appleID: String?
        var place: NewProject.Place?
        var url: String?
    }

    let folder: String
    let given: Given
    /// Asks, and returns what was typed; `nil` at the end of the input. Without a terminal there is nobody to ask.
    let ask: ((String) -> String?)?

    private static let mostTries = 3

    /// Returns what to write. Asks again after a wrong answer, a few times.
    func project() throws(ToolError) -> NewProject {
        let name = Self.suggestedName(folder)
        let app = try value(
            given.app, "The app's short name", option: "app", suggestion: name, read: Self.app)
        let bundleID = try value(
            given.bundleID, "Its bundle identifier, such as com.example.\(app)", option: "bundle-id",
            read: Self.bundleID)
        let appleID = try value(
            given.appleID, "Its page in the App Store, or its number there; none if it is not there yet",
            option: "apple-id", suggestion: "none", isAssumed: false, read: Self.appleID)
        let place = try value(
            given.place?.rawValue, "What has the rules: an Airworthy `server`, or a `file` on a web host",
            option: "with", suggestion: NewProject.Place.server.rawValue, read: Self.place)
        let usual = place == .server ? "https://updates.example.com" : "https://www.example.com/\(app).json"
        let url = try value(
            given.url, "The address of the \(place.rawValue), such as \(usual)", option: "url"
        ) { text throws(ToolError) in try Self.url(text, of: place) }
        return NewProject(app: app, bundleID: bundleID, appleID: appleID, place: place, url: url)
    }

    /// Returns the answer of an option or at the terminal. Without either the suggestion counts, if it may be assumed.
    private func value<Value>(
        _ given: String?, _ question: String, option: String, suggestion: String? = nil, isAssumed: Bool = true,
        read: (String) throws(ToolError) -> Value
    ) throws(ToolError) -> Value {
        func checked(_ text: String) throws(ToolError) -> Value {
            do throws(ToolError) { return try read(text) } catch {
                throw .badData("--\(option): \(error.description)")
            }
        }
        if let given { return try checked(given) }
        guard let ask else {
            if let suggestion, isAssumed { return try checked(suggestion) }
            throw .usage("--\(option) is missing, and there is no terminal to ask at: \(question)")
        }
        for _ in 0..<Self.mostTries {
            let hint = suggestion.map { " [\($0)]" } ?? ""
            guard let typed = ask("\(question)\(hint): ") else { break }
            do throws(ToolError) { return try read(typed.isEmpty ? suggestion ?? "" : typed) } catch {
                printError("  \(error.description)")
            }
        }
        throw .usage("no answer for --\(option), so nothing was written")
    }

    // MARK: Answers

    /// The folder's name as the name of an app; `nil` if there is none in it.
    private static func suggestedName(_ folder: String) -> String? {
        let name = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent.lowercased()
        let slug = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
        return AppSlug.isValid(slug) ? slug : nil
    }

    private static func app(_ text: String) throws(ToolError) -> String { try appSlug(text, option: nil) }

    private static func bundleID(_ text: String) throws(ToolError) -> String {
        guard text.wholeMatch(of: /[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+/) != nil, text.utf8.count <= 155 else {
            throw .badData("`\(text.printable)` is not a bundle identifier; write one such as com.example.app")
        }
        return text
    }

    /// Reads a number, or the address of a page such as `https://apps.apple.com/app/id6504763618`.
    private static func appleID(_ text: String) throws(ToolError) -> Int? {
        if text == "none" { return nil }
        let digits = text.wholeMatch(of: /([0-9]+)/)?.1 ?? text.firstMatch(of: /apps\.apple\.com\/.*\/id([0-9]+)/)?.1
        guard let digits, let id = Int(digits), id > 0 else {
            throw .badData(
                "`\(text.printable)` is not an app in the App Store; write its number or the address of its page, or `none`"
            )
        }
        return id
    }

    private static func place(_ text: String) throws(ToolError) -> NewProject.Place {
        guard let place = NewProject.Place(rawValue: text.lowercased()) else {
            throw .badData("`\(text.printable)` is neither `server` nor `file`")
        }
        return place
    }

    /// Reads an address that apps accept: over https, or on this machine.
    private static func url(_ text: String, of place: NewProject.Place) throws(ToolError) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && !$0.isWhitespace && !"\"\\<>`{}|^$".contains($0) }
        guard isPlain, text.utf8.count <= 500, let url = URL(string: text), let host = url.host(), !host.isEmpty,
            url.scheme == "https" || url.scheme == "http" && ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
        else {
            throw .badData(
                "`\(text.printable)` is not an address that apps accept; write one that begins with https://")
        }
        guard place == .server else {
            // The name of the file is that of files and in commands, too.
            let name = url.path().split(separator: "/", omittingEmptySubsequences: false).last ?? ""
            guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]*\.json/) != nil, name != "keyring.json",
                url.query() == nil, url.fragment() == nil
            else {
                throw .badData(
                    "`\(text.printable)` is not the address of a file for the rules; write one that ends with its name, such as "
                        + "https://www.example.com/manifest.json")
            }
            return text
        }
        guard url.query() == nil, url.fragment() == nil, url.path().allSatisfy({ $0 == "/" }) else {
            throw .badData("`\(text.printable)`: write the address of the server alone, without a path")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
