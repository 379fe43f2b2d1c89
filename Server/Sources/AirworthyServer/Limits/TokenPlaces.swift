/// Places that requests of admins take, with a share for each chain of tokens, so that one token leaves some free, also with the
/// tokens that it creates.
struct TokenPlaces {
    /// The number of places.
    let limit: Int
    /// The number of places that requests with tokens of the same chain may have.
    let limitOfChain: Int

    /// The number of taken places.
    private(set) var taken = 0
    private var takenByChain: [String: Int] = [:]

    /// Creates free places.
    init(limit: Int, limitOfChain: Int) {
        self.limit = limit
        self.limitOfChain = limitOfChain
    }

    /// Takes a place.
    /// - Parameter chain: The id of the first token of the chain.
    /// - Returns: `false` if there is none for this chain.
    mutating func enter(chain: String) -> Bool {
        guard taken < limit, takenByChain[chain, default: 0] < limitOfChain else { return false }
        taken += 1
        takenByChain[chain, default: 0] += 1
        return true
    }

    /// Gives back a place.
    mutating func leave(chain: String) {
        taken -= 1
        let rest = takenByChain[chain, default: 1] - 1
        takenByChain[chain] = rest > 0 ? rest : nil
    }
}
