package import Foundation

/// The reads of the sessions of browsers.
package protocol SessionReads {
    /// Returns a session, expired ones too, by the SHA-256 of its text in hexadecimal.
    func session(_ digest: String) throws -> SessionRecord?
}

/// The changes of the sessions of browsers.
package protocol SessionWrites: SessionReads {
    /// Adds a session of a token.
    func insertSession(_ session: SessionRecord) throws
    /// Removes a session, by the SHA-256 of its text in hexadecimal. Does nothing without it.
    func deleteSession(_ digest: String) throws
    /// Removes the sessions of a token except those that were opened last.
    /// - Parameters:
    ///   - id: The id of the token.
    ///   - count: The number of sessions to keep.
    /// - Throws: ``StoreError``.
    func deleteSessions(ofToken id: String, exceptNewest count: Int) throws
    /// Removes the sessions that have expired by a date.
    func deleteSessions(expiredBy date: Date) throws
}
