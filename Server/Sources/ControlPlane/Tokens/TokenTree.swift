/// The tokens that were created with others.
package struct TokenTree: Sendable {
    private let created: [String: [TokenRecord]]

    /// - Parameter tokens: All tokens.
    package init(_ tokens: [TokenRecord]) {
        created = Dictionary(grouping: tokens.filter { $0.createdWith != nil }) { $0.createdWith ?? "" }
    }

    /// Returns the tokens that were created with a token, those that were created with them, and so on.
    /// - Parameter id: The id of the token.
    /// - Returns: The tokens, also revoked and expired ones.
    /// - Complexity: Linear in the number of tokens that it returns.
    package func descendants(of id: String) -> [TokenRecord] {
        var (found, seen, next) = ([TokenRecord](), Set([id]), created[id] ?? [])
        while let token = next.popLast() {
            guard seen.insert(token.id).inserted else { continue }
            found.append(token)
            next += created[token.id] ?? []
        }
        return found
    }
}
