/// Bytes nobody can guess.
package enum SecureRandom {
    /// Bytes from the system's own generator.
    /// - Parameter count: How many.
    /// - Returns: That many.
    package static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
