package import Foundation

/// The reads of the tokens.
package protocol TokenReads {
    /// Returns every token, revoked and expired ones too, by date of creation.
    func tokens() throws -> [TokenRecord]
    /// Returns the number of tokens that a token created or that belong to a chain, without its first one, whose id
    /// names the chain. Tokens that were revoked or had expired by the date do not count.
    func tokenCount(createdWith creator: String, orIn chain: String, validAfter date: Date) throws -> Int
    /// Returns a token, revoked and expired ones too.
    func token(_ id: String) throws -> TokenRecord?
}

/// The changes of the tokens.
package protocol TokenWrites: TokenReads {
    /// Takes the lock of a token, until the end of the transaction; see ``lockApp(_:)``.
    func lockToken(_ id: String) throws
    func insertToken(_ token: TokenRecord) throws
    /// Revokes a token. Returns `false` if there is no such token, or it was revoked before.
    func revokeToken(_ id: String, at date: Date) throws -> Bool
    /// Stores when tokens were used last, by id, unless a later use is stored.
    func noteTokenUses(_ dates: [String: Date]) throws
}
