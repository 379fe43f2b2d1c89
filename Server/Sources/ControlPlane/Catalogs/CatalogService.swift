import AirworthyPolicy

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The known releases of apps.
package struct CatalogService: Sendable {
    /// What came of an import.
    package struct Receipt: Sendable {
        /// What is stored now.
        package let record: CatalogRecord
        /// Whether it differs from what was stored before.
        package let isNew: Bool
        /// The revision that was made of it, if one was.
        package let publication: Publication?
        /// When it will be published, if that has to wait.
        package let publishesAt: Date?
        /// What somebody should look into, e.g. errors of the policy with these releases, or why they are not published.
        package let alert: String?
    }

    let store: any Store
    let loader: HeadLoader
    let publishing: PublishingService
    let now: @Sendable () -> Date

    /// The stored catalog of an app.
    /// - Parameter app: The app's slug.
    /// - Returns: The facts as they are stored.
    /// - Throws: ``ControlPlaneError`` `catalogNotLearnt`, `notFound` or `gone`; ``StoreError``.
    package func stored(_ app: String) async throws -> CatalogRecord {
        try await store.read { transaction in
            _ = try transaction.liveApp(app)
            guard let record = try transaction.catalog(app) else {
                throw ControlPlaneError(
                    .catalogNotLearnt,
                    "no releases of \"\(app)\" are known yet; import them with `airworthy catalog import`")
            }
            return record
        }
    }

    /// What happened in the transaction that stores.
    private struct Stored: Sendable {
        let app: App
        let record: CatalogRecord
        let isNew: Bool
        let isDrift: Bool
        let waits: Date?
    }

    /// Stores a catalog in place of the one before, and publishes it where that makes a difference.
    ///
    /// Storing comes first and stands by itself: what keeps it from being published is told in the receipt.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - text: The catalog, JSON as UTF-8.
    ///   - principal: Who imports.
    /// - Returns: What is stored now, and whether it was published.
    /// - Throws: ``ControlPlaneError`` `invalid` with findings, `wrongApp`, `forbidden`, `notFound` or `gone`;
    ///   ``StoreError``. Sending the same again does no harm.
    package func replace(_ app: String, with text: [UInt8], by principal: Principal) async throws -> Receipt {
        try principal.require(.catalog, for: app)
        let document = try CatalogDocument(text)
        let now = Instant.stored(now())
        let stored = try await store.write { transaction in
            let old = try transaction.liveApp(app)
            let head = try transaction.liveHead(app)
            let record = try document.record(for: old, author: principal.name, at: now)
            let before = try transaction.catalog(app)
            let isNew = before?.digest != record.digest
            if isNew {
                try transaction.replaceCatalog(record)
                try transaction.insertAudit(
                    AuditEntry(
                        at: now, actor: principal.name, action: "catalog.replaced", app: app,
                        detail: "catalog \(record.digest.prefix(16))"))
            }
            let kept = isNew ? record : before ?? record
            return Stored(
                app: old, record: kept, isNew: isNew, isDrift: head.hasDrifted(from: kept.manifestDigest, of: old),
                waits: head.catalogWaits(at: now))
        }
        loader.served.publish(stored.record)
        guard stored.isDrift, stored.waits == nil else {
            return Receipt(
                record: stored.record, isNew: stored.isNew, publication: nil,
                publishesAt: stored.isDrift ? stored.waits : nil, alert: nil)
        }
        return try await publish(stored, by: principal)
    }

    /// Publishes what was stored; a reason not to becomes an alert.
    private func publish(_ stored: Stored, by principal: Principal) async throws -> Receipt {
        do {
            let made = try await publishing.publishWhatIsDue(
                stored.app.slug, author: principal.name, isCatalogOnly: true)
            if made?.alert != nil { loader.served.raise(.catalogAlert) }
            return Receipt(
                record: stored.record, isNew: stored.isNew, publication: made?.publication, publishesAt: nil,
                alert: made?.alert)
        } catch let error as ControlPlaneError {
            loader.served.raise(.publishFailed)
            return Receipt(
                record: stored.record, isNew: stored.isNew, publication: nil, publishesAt: nil,
                alert: "stored, but not published yet: \(error.detail)")
        }
    }
}
