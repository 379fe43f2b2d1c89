package import Foundation

/// What every store makes of a value, so that none keeps what another one could not.
package enum Storable {
    /// Takes a text as it is. PostgreSQL has no U+0000, so no store takes it.
    /// - Throws: ``ControlPlaneError`` `invalid`.
    package static func text(_ text: String) throws(ControlPlaneError) -> String {
        guard !text.utf8.contains(0) else {
            throw ControlPlaneError(
                .invalid, detail: "a text holds the character U+0000, which cannot be stored; leave it out")
        }
        return text
    }

    /// An instant in milliseconds since 1970: the finest that is kept.
    /// - Throws: ``ControlPlaneError`` `invalid` for what is no instant or hundreds of millions of years away.
    package static func milliseconds(_ date: Date) throws(ControlPlaneError) -> Int {
        guard let milliseconds = Int(exactly: (date.timeIntervalSince1970 * 1_000).rounded()) else {
            throw ControlPlaneError(.invalid, detail: "a time is out of range and cannot be stored")
        }
        return milliseconds
    }

    /// The instant that ``milliseconds(_:)`` made the number of.
    package static func date(milliseconds: Int) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// An instant as it reads after it was stored.
    /// - Throws: ``ControlPlaneError`` `invalid`; see ``milliseconds(_:)``.
    package static func instant(_ date: Date) throws(ControlPlaneError) -> Date {
        self.date(milliseconds: try milliseconds(date))
    }

    /// The highest number that is below `before`; without one, the highest there is.
    package static func ceiling(below before: Int?) -> Int {
        guard let before else { return .max }
        return before == .min ? .min : before - 1
    }
}
