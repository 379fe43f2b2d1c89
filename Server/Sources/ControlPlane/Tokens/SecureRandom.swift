/// Unpredictable bytes.
package enum SecureRandom {
    /// Returns a number of bytes from the system's cryptographic generator.
    package static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }
}
