import ControlPlane
import Foundation

/// The form that creates a token.
struct TokenForm: Sendable {
    /// What somebody sent.
    struct Entry: Sendable {
        var name = ""
        var kind = TokenKind.admin
        var rights: Set<String> = []
        var apps = ""
        /// The number of days until it expires; `nil` for a token that does not.
        var days: Int? = TokenService.Draft.usualDays
        var problem: String?

        static let choices: [Int?] = [7, 30, TokenService.Draft.usualDays, 365, nil]
        private static let day = 86_400.0

        init() {}

        init(_ form: FormFields) {
            name = form["name"] ?? ""
            kind = form["kind"].flatMap { TokenKind(rawValue: $0) } ?? .admin
            rights = Set(form.values("rights"))
            apps = form["apps"] ?? ""
            days = form["days"].flatMap { Int($0) }.flatMap { Self.choices.contains($0) ? $0 : nil }
        }

        /// Returns the token to create; `nil` with a problem in the form.
        mutating func draft(at now: Date) -> TokenService.Draft? {
            let chosen = Rights.names.filter { rights.contains($0.name) }.reduce(into: Rights()) {
                $0.formUnion($1.right)
            }
            guard kind == .device || !chosen.isEmpty else {
                problem = "Tick at least one right."
                return nil
            }
            let slugs = apps.split { ", \t\r\n".contains($0) }.map(String.init)
            return TokenService.Draft(
                kind: kind, name: name, rights: chosen, apps: slugs.isEmpty ? nil : Set(slugs),
                expiresAt: days.map { now.addingTimeInterval(Double($0) * Self.day) })
        }
    }

    let entry: Entry
    let kinds: [Choice]
    let rights: [Choice]
    let periods: [Choice]
    /// Who the token can be for, if the session is limited to some apps.
    let limit: String?

    /// Fills the form with what somebody sent; the creator can give only rights of their own.
    init(_ entry: Entry, for principal: Principal) {
        self.entry = entry
        kinds = [TokenKind.admin, .ci, .server, .device].map {
            Choice(value: $0.rawValue, label: Words.capitalized($0.words), isChosen: $0 == entry.kind)
        }
        rights = Rights.names.filter { principal.rights.contains($0.right) }.map {
            Choice(value: $0.name, label: "\($0.name): \($0.right.words)", isChosen: entry.rights.contains($0.name))
        }
        periods = Entry.choices.map { days in
            Choice(
                value: days.map(String.init) ?? "", label: days.map { "in \($0) days" } ?? "never",
                isChosen: days == entry.days)
        }
        limit = principal.apps.map { $0.sorted().joined(separator: ", ") }
    }
}

extension Rights {
    /// What a single right allows.
    fileprivate var words: String {
        switch self {
        case .explain: "traces of decisions, all data of TestFlight builds"
        case .read: "look at everything"
        case .publish: "publish and roll back"
        case .catalog: "import and withdraw releases"
        case .apps: "create, change and remove apps"
        case .tokens: "create and revoke tokens"
        default: ""
        }
    }
}
