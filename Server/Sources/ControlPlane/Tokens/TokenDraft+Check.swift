import Foundation

extension TokenService.Draft {
    /// What is stored of the token, if the minter may make it.
    /// - Parameters:
    ///   - id: Its id.
    ///   - text: Its text.
    ///   - minter: Who makes it.
    ///   - end: When the minter's own token ends.
    ///   - now: The clock.
    /// - Returns: The record.
    /// - Throws: ``ControlPlaneError`` `invalid` or `forbidden`.
    func record(
        id: String, text: String, by minter: Principal, endingWith end: Date?, at now: Date
    ) throws(ControlPlaneError) -> TokenRecord {
        guard InputText.isName(name) else {
            throw ControlPlaneError(
                .invalid, detail: "name has to be 1 to \(InputText.longestName) printable characters", pointer: "/name")
        }
        return TokenRecord(
            id: id, digest: ContentDigest.hex(Array(text.utf8)), kind: kind, name: name,
            rights: try rights(within: minter), apps: try apps(within: minter), createdAt: now,
            createdBy: minter.name, expiresAt: try expiry(within: end, at: now))
    }

    private func rights(within minter: Principal) throws(ControlPlaneError) -> Rights {
        guard let rights else { return kind.rights.intersection(minter.rights) }
        let foreign = rights.subtracting(kind.rights)
        guard foreign.isEmpty else {
            throw ControlPlaneError(
                .invalid,
                detail:
                    "a token of the kind \(kind.rawValue) cannot have the right \(foreign.names.joined(separator: ", "))",
                pointer: "/rights")
        }
        let missing = rights.subtracting(minter.rights)
        guard missing.isEmpty else {
            throw ControlPlaneError(
                .forbidden,
                detail:
                    "the token \"\(minter.name)\" cannot give the right \(missing.names.joined(separator: ", ")), which it "
                    + "does not have", pointer: "/rights")
        }
        return rights
    }

    private func apps(within minter: Principal) throws(ControlPlaneError) -> Set<String>? {
        guard let apps else { return minter.apps }
        guard !apps.isEmpty else {
            throw ControlPlaneError(
                .invalid, detail: "apps is empty, so the token would be good for nothing; leave it out for every app",
                pointer: "/apps")
        }
        guard apps.allSatisfy(minter.covers) else {
            throw ControlPlaneError(
                .forbidden, detail: "the token \"\(minter.name)\" is limited to other apps than these", pointer: "/apps"
            )
        }
        return apps
    }

    private func expiry(within end: Date?, at now: Date) throws(ControlPlaneError) -> Date? {
        guard let expiresAt = self.expiresAt.map(Instant.stored) else { return end }
        guard expiresAt > now else {
            throw ControlPlaneError(.invalid, detail: "expiresAt is over already", pointer: "/expiresAt")
        }
        if let end, expiresAt > end {
            throw ControlPlaneError(
                .forbidden, detail: "a token cannot outlive the one it was made with", pointer: "/expiresAt")
        }
        return expiresAt
    }
}

extension TokenRecord {
    /// Whether a principal may see and revoke it: it is good for no app that the principal is not.
    func isVisible(to principal: Principal) -> Bool {
        guard let mine = principal.apps else { return true }
        return apps?.isSubset(of: mine) ?? false
    }
}
