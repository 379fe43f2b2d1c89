package import Foundation

/// The reads of the apps and their heads.
package protocol AppReads {
    /// Returns every app that was not deleted, by slug.
    func apps() throws -> [App]
    /// Returns an app or its tombstone; `nil` if the slug was never used.
    func app(_ slug: String) throws -> AppState?
    /// Returns the slugs of deleted apps, sorted.
    func deletedApps() throws -> [String]
    /// Returns the head of an app. It exists from the app's creation on, for ever.
    func head(_ app: String) throws -> Head?
    /// Returns the heads of the apps that were not deleted, by slug.
    func heads() throws -> [Head]
}

/// The changes of the apps and their heads.
package protocol AppWrites: AppReads {
    /// Adds an app with its head. Returns `false`, and changes nothing, if the slug was ever used.
    func insertApp(_ app: App) throws -> Bool
    /// Takes the lock of an app, until the end of the transaction. Call it before anything of the app is read: what is
    /// read afterwards is current, and other nodes cannot change it. Changes no column; does nothing without the app.
    func lockApp(_ slug: String) throws
    /// Replaces the properties of an app that differ from those in `old`.
    func updateApp(_ app: App, replacing old: App) throws
    /// Notes that the manifest in force has to be reissued. Changes nothing else of the head.
    func requestReissue(_ app: String) throws
    /// Deletes an app with its policies, drafts, manifests' bytes, catalog and sources. The tombstone, head and audit stay.
    func deleteApp(_ slug: String, at date: Date) throws
    /// Replaces the head of an app if `revision` is the one in force. Returns `false` if another transaction came
    /// first.
    func advanceHead(from revision: Int, to head: Head) throws -> Bool
}
