import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Moments as the fields `Date` and `Retry-After` write them: `Fri, 20 Nov 2026 09:00:00 GMT`.
enum HTTPDate {
    /// Reads a moment; `nil` for anything else.
    static func parse(_ text: String) -> Date? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT" || words[5] == "UTC",
            words[1].utf8.count == 2, words[3].utf8.count == 4,
            let month = months.firstIndex(of: words[2].lowercased())
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp.parse("\(words[3])-\(number)-\(words[1])T\(words[4])Z")
    }

    /// Seconds that `Retry-After` asks to wait: a number, or a moment.
    static func seconds(retryAfter text: String, now: Date) -> Int? {
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), !text.isEmpty {
            return Int(text).map { min($0, longestWait) } ?? longestWait
        }
        guard let wait = parse(text)?.timeIntervalSince(now), wait.isFinite else { return nil }
        return min(max(0, Int(min(wait.rounded(.up), Double(longestWait)))), longestWait)
    }

    /// Nobody who means it asks for more than a day.
    private static let longestWait = 86_400

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}
