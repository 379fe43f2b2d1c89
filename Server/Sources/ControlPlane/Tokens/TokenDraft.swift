package import Foundation

extension TokenService {
    /// The properties of a new token.
    package struct Draft: Sendable {
        /// The days after which the token of a person or a pipeline expires, unless they choose.
        package static let usualDays = 90

        package var kind: TokenKind
        /// The display name; the author in histories.
        package var name: String
        /// The rights; `nil` for those of the kind that the creator has, too.
        package var rights: Rights?
        /// The slugs to limit it to; `nil` for those of the creator.
        package var apps: Set<String>?
        /// The date of expiry; `nil` for that of the creator.
        package var expiresAt: Date?

        package init(
            kind: TokenKind, name: String, rights: Rights? = nil, apps: Set<String>? = nil, expiresAt: Date? = nil
        ) {
            self.kind = kind
            self.name = name
            self.rights = rights
            self.apps = apps
            self.expiresAt = expiresAt
        }

        /// Returns the record of the token, if its creator has the rights. `end` is the date of expiry of the creator's
        /// token.
        func record(
            id: String, text: String, by creator: Principal, until end: Date?, at now: Date
        ) throws(ControlPlaneError) -> TokenRecord {
            guard InputText.isName(name) else {
                throw ControlPlaneError(
                    .invalid, detail: "name has to be 1 to \(InputText.longestName) printable characters",
                    pointer: "/name")
            }
            guard creator.tokenID == nil || !Principal.isReserved(name) else {
                throw ControlPlaneError(
                    .invalid, detail: "the name \"\(name)\" is reserved for the server itself; choose another one",
                    pointer: "/name")
            }
            return TokenRecord(
                id: id, digest: ContentDigest.hex(Array(text.utf8)), kind: kind, name: name,
                rights: try rights(within: creator), apps: try apps(within: creator), createdAt: now,
                createdBy: creator.name, createdWith: creator.tokenID, chain: creator.isUnlimited ? id : creator.chain,
                expiresAt: try expiry(until: end, at: now))
        }

        private func rights(within creator: Principal) throws(ControlPlaneError) -> Rights {
            guard let rights else { return kind.rights.intersection(creator.rights) }
            let foreign = rights.subtracting(kind.rights)
            guard foreign.isEmpty else {
                throw ControlPlaneError(
                    .invalid,
                    detail:
                        "a token of the kind \(kind.rawValue) cannot have the right \(foreign.names.joined(separator: ", "))",
                    pointer: "/rights")
            }
            let missing = rights.subtracting(creator.rights)
            guard missing.isEmpty else {
                throw ControlPlaneError(
                    .forbidden,
                    detail:
                        "the token \"\(creator.name)\" cannot give the right \(missing.names.joined(separator: ", ")), which it "
                        + "does not have", pointer: "/rights")
            }
            return rights
        }

        private func apps(within creator: Principal) throws(ControlPlaneError) -> Set<String>? {
            guard let apps else { return creator.apps }
            guard !apps.isEmpty else {
                throw ControlPlaneError(
                    .invalid, detail: "apps is empty, so the token could do nothing; leave it out for every app",
                    pointer: "/apps")
            }
            guard apps.allSatisfy(creator.covers) else {
                throw ControlPlaneError(
                    .forbidden, detail: "the token \"\(creator.name)\" is limited to other apps", pointer: "/apps"
                )
            }
            return apps
        }

        private func expiry(until end: Date?, at now: Date) throws(ControlPlaneError) -> Date? {
            guard let expiresAt = self.expiresAt.map(\.storable) else { return end }
            guard expiresAt > now else {
                throw ControlPlaneError(.invalid, detail: "expiresAt is in the past", pointer: "/expiresAt")
            }
            if let end, expiresAt > end {
                throw ControlPlaneError(
                    .forbidden, detail: "a token cannot outlive the one that creates it", pointer: "/expiresAt")
            }
            return expiresAt
        }
    }
}
