extension TokenService {
    /// Whether a text cannot be a token, because its form or its checksum is wrong.
    package func isMalformed(_ text: String) -> Bool { !TokenText.isWellFormed(text) }
}
