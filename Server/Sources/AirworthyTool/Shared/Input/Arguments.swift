import AirworthyPolicy
import ArgumentParser
import ControlPlane
import Foundation

/// Help texts of options that several commands have.
extension ArgumentHelp {
    static let app = ArgumentHelp("The app's name on the server.", valueName: "app")
    static let catalogs = ArgumentHelp(
        "The releases: a catalog, or an App Store lookup answer with its storefront. May be repeated.",
        valueName: "file[@storefront]")
    static let installs = ArgumentHelp(
        "The installations as CSV with a header: platform, version, build, channel, os, storefront, count.",
        valueName: "csv")
    static let issuedAt = ArgumentHelp("The time of issue, as RFC 3339; by default now.", valueName: "time")
    static let jsonLine = ArgumentHelp("Print one line of JSON.")
    static let note = ArgumentHelp("The reason for the change, for the history.", valueName: "text")
    static let now = ArgumentHelp("The time to decide for, as RFC 3339; by default now.", valueName: "time")
    static let output = ArgumentHelp("The file to write; - is standard output.", valueName: "file")
    static let postgres = ArgumentHelp(
        "The PostgreSQL database; by default that of AIRWORTHY_DATABASE_URL, which may contain a password.",
        valueName: "url")
    static let roots = ArgumentHelp("A root key that the app pins. May be repeated.", valueName: "pub")
    static let rules = ArgumentHelp(
        "The rules: a policy as JSON or YAML, a config.json, or a signed manifest.", valueName: "file")
    static let skipBadRows = ArgumentHelp("Skip unreadable rows instead of stopping.")
    static let yes = ArgumentHelp("Do not ask for confirmation. Needed where there is no terminal.")
}

/// Checks the name of an app; see ``AppSlug``.
func appSlug(_ text: String, option: String?) throws(ToolError) -> String {
    guard AppSlug.isValid(text) else {
        let place = option.map { "--\($0): " } ?? ""
        throw .badData("\(place)`\(text.printable)` is not an app name; write \(AppSlug.rule)")
    }
    return text
}

/// Checks a text that the server stores in a history.
func shortText(_ text: String?, option: String) throws(ToolError) -> String? {
    guard let text else { return nil }
    guard text.utf8.count <= InputText.longestNote, !text.utf8.contains(0) else {
        throw .badData("--\(option): the text is too long; write at most \(InputText.longestNote.grouped) bytes")
    }
    return text
}

/// Checks a number that must be at least 1.
func positiveNumber(_ number: Int?, option: String) throws(ToolError) -> Int? {
    guard let number, number < 1 else { return number }
    throw .badData("--\(option): `\(number)` is too small; count from 1")
}

extension AppVersion {
    init(argument text: String) throws(ToolError) {
        do throws(VersionError) {
            try self.init(text)
        } catch {
            throw .badData(error.message)
        }
    }
}

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

/// The value of `--expires-in`: `30d`, `12h`, `P30D` or `never`.
enum Lifetime: Hashable {
    case period(Period)
    case never

    init(_ text: String) throws(ToolError) {
        if text == "never" {
            self = .never
            return
        }
        guard let period = Self.period(text), period.seconds > 0, period.seconds <= Self.maximumSeconds else {
            throw .badData(
                "--expires-in: `\(text.printable)` is not a lifetime; write 30d, 12h, a period such as P30D, or never")
        }
        self = .period(period)
    }

    /// Returns the end of a lifetime that starts at `issuedAt`; `nil` for never.
    func end(from issuedAt: Date) -> Date? {
        switch self {
        case .period(let period): issuedAt.addingTimeInterval(Double(period.seconds))
        case .never: nil
        }
    }

    /// Ten years.
    private static let maximumSeconds = 3_653 * 86_400

    private static func period(_ text: String) -> Period? {
        switch text.last {
        case "d"?, "w"?: try? Period("P\(text.dropLast())\(text.suffix(1).uppercased())")
        case "h"?, "m"?: try? Period("PT\(text.dropLast())\(text.suffix(1).uppercased())")
        default: try? Period(text)
        }
    }
}
