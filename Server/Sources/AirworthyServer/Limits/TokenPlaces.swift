/// Places that requests of admins take, with a share for each token, so that one token leaves some free.
struct TokenPlaces {
    /// The number of places.
    let limit: Int
    /// The number of places that requests with the same token may have.
    let limitOfToken: Int

    /// The number of taken places.
    private(set) var taken = 0
    private var takenByToken: [String: Int] = [:]

    /// Creates free places.
    init(limit: Int, limitOfToken: Int) {
        self.limit = limit
        self.limitOfToken = limitOfToken
    }

    /// Takes a place.
    /// - Parameter token: The id of the token.
    /// - Returns: `false` if there is none for this token.
    mutating func enter(token: String) -> Bool {
        guard taken < limit, takenByToken[token, default: 0] < limitOfToken else { return false }
        taken += 1
        takenByToken[token, default: 0] += 1
        return true
    }

    /// Gives back a place.
    mutating func leave(token: String) {
        taken -= 1
        let rest = takenByToken[token, default: 1] - 1
        takenByToken[token] = rest > 0 ? rest : nil
    }
}
