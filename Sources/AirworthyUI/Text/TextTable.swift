import Foundation

/// Looks texts up.
struct TextTable: Sendable {
    /// Finds a text and puts its arguments in. Never gives a raw key: what no table has is English.
    /// - Parameters:
    ///   - key: Which text.
    ///   - arguments: What is put in, in the order of its placeholders.
    /// - Returns: The text.
    func text(_ key: TextKey, _ arguments: [TextArgument] = []) -> String {
        var text = key.english
        if case .count(1)? = arguments.first { text = key.englishOne ?? text }
        for (index, argument) in arguments.enumerated() {
            switch argument {
            case .text(let value): text = text.replacingOccurrences(of: "%\(index + 1)$@", with: value)
            case .count(let value): text = text.replacingOccurrences(of: "%\(index + 1)$ld", with: "\(value)")
            }
        }
        return text
    }
}
