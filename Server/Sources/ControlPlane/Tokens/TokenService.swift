#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Who is asking.
package struct TokenService: Sendable {
    /// What a new token is to be.
    package struct Draft: Sendable {
        package var kind: TokenKind
        package var name: String
        /// `nil`: what the kind may do, cut to what the minter may do.
        package var rights: Rights?
        /// `nil`: the minter's.
        package var apps: Set<String>?
        package var expiresAt: Date?

        /// Makes a draft.
        package init(
            kind: TokenKind, name: String, rights: Rights? = nil, apps: Set<String>? = nil, expiresAt: Date? = nil
        ) {
            self.kind = kind
            self.name = name
            self.rights = rights
            self.apps = apps
            self.expiresAt = expiresAt
        }
    }

    let store: any Store
    let random: @Sendable (Int) -> [UInt8]
    let now: @Sendable () -> Date

    init(store: any Store, random: @escaping @Sendable (Int) -> [UInt8], now: @escaping @Sendable () -> Date) {
        self.store = store
        self.random = random
        self.now = now
    }

    /// Who bears a token. No I/O.
    /// - Throws: ``ControlPlaneError`` `unauthorized`.
    package func authenticate(_ text: String) throws(ControlPlaneError) -> Principal {
        throw ControlPlaneError(.unauthorized, "pending")
    }

    /// Makes a token. Its text is told here and never again.
    package func create(_ draft: Draft, by principal: Principal) async throws -> (record: TokenRecord, text: String) {
        throw Pending()
    }

    /// The tokens a principal may see.
    package func list(for principal: Principal) async throws -> [TokenRecord] { throw Pending() }

    /// Revokes a token; it stops counting at once.
    package func revoke(_ id: String, by principal: Principal) async throws -> TokenRecord { throw Pending() }

    /// The first admin token, unless somebody ever claimed it.
    package func claimFirst() async throws -> String? { throw Pending() }
}
