package import Foundation

/// The rules for values that every store accepts and returns alike.
package enum Storable {
    /// Returns a text unchanged, or throws ``ControlPlaneError`` `invalid`. PostgreSQL has no U+0000, so no store
    /// accepts it.
    package static func text(_ text: String) throws(ControlPlaneError) -> String {
        guard !text.utf8.contains(0) else {
            throw ControlPlaneError(
                .invalid, detail: "a text has the character U+0000, which cannot be stored; leave it out")
        }
        return text
    }

    /// Returns a date in milliseconds since 1970, the resolution of stores.
    /// - Throws: `invalid` for an undefined date or one that is out of range.
    package static func milliseconds(_ date: Date) throws(ControlPlaneError) -> Int {
        guard let milliseconds = Int(exactly: (date.timeIntervalSince1970 * 1_000).rounded()) else {
            throw ControlPlaneError(.invalid, detail: "a time is out of range and cannot be stored")
        }
        return milliseconds
    }

    /// Returns the date of a number from ``milliseconds(_:)``.
    package static func date(milliseconds: Int) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// Returns a date as it reads after it was stored.
    package static func instant(_ date: Date) throws(ControlPlaneError) -> Date {
        self.date(milliseconds: try milliseconds(date))
    }

    /// Returns the highest number below `before`; without `before`, the highest integer.
    package static func ceiling(below before: Int?) -> Int {
        guard let before else { return .max }
        return before == .min ? .min : before - 1
    }
}

extension Date {
    /// The date rounded to milliseconds as stores keep it, so that a response equals a later read.
    var storable: Date { (try? Storable.instant(self)) ?? self }
}
