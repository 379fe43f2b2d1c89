import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

/// The records as they read after a database stored them: dates in milliseconds, no text with U+0000.
enum StoredForm {
    static func app(_ app: App) throws -> App {
        App(
            slug: try Storable.text(app.slug), bundleID: try Storable.text(app.bundleID), appleID: app.appleID,
            platforms: app.platforms.map { Platform($0.description) },
            defaultLanguage: try Storable.text(app.defaultLanguage), pins: app.pins,
            signing: app.signing,
            audience: try Storable.text(app.audience),
            lineage: try Storable.text(app.lineage), internalBuilds: app.internalBuilds,
            testFlightNotes: app.testFlightNotes, storefronts: app.storefronts,
            appleKeyID: try app.appleKeyID.map(Storable.text),
            createdAt: try Storable.instant(app.createdAt))
    }

    static func head(_ head: Head) throws -> Head {
        Head(
            app: head.app, revision: head.revision, policyVersion: head.policyVersion, nextRevision: head.nextRevision,
            needsReissue: head.needsReissue, catalogDigest: try head.catalogDigest.map(Storable.text),
            catalogPublishedAt: try head.catalogPublishedAt.map(Storable.instant))
    }

    static func policy(_ policy: PolicyRecord) throws -> PolicyRecord {
        PolicyRecord(
            app: policy.app, version: policy.version, text: policy.text, digest: try Storable.text(policy.digest),
            base: policy.base,
            author: try Storable.text(policy.author), note: try policy.note.map(Storable.text),
            rollbackOf: policy.rollbackOf,
            forced: try policy.forced.map(Storable.text), createdAt: try Storable.instant(policy.createdAt))
    }

    static func draft(_ record: DraftRecord) throws -> DraftRecord {
        let draft = record.draft
        return DraftRecord(
            draft: Draft(
                app: try Storable.text(draft.app), id: try Storable.text(draft.id), name: try Storable.text(draft.name),
                author: try Storable.text(draft.author), authorTokenID: try draft.authorTokenID.map(Storable.text),
                base: draft.base, note: try draft.note.map(Storable.text), edit: draft.edit,
                createdAt: try Storable.instant(draft.createdAt), updatedAt: try Storable.instant(draft.updatedAt)),
            text: record.text)
    }

    static func manifest(_ manifest: ManifestRecord) throws -> ManifestRecord {
        ManifestRecord(
            app: manifest.app, revision: manifest.revision, policyVersion: manifest.policyVersion,
            digest: try Storable.text(manifest.digest),
            payloadDigest: try Storable.text(manifest.payloadDigest), bytes: manifest.bytes, size: manifest.size,
            cause: manifest.cause,
            issuedAt: try Storable.instant(manifest.issuedAt), expiresAt: try manifest.expiresAt.map(Storable.instant),
            author: try Storable.text(manifest.author), note: try manifest.note.map(Storable.text))
    }

    static func catalog(_ catalog: CatalogRecord) throws -> CatalogRecord {
        CatalogRecord(
            app: catalog.app, text: catalog.text, digest: try Storable.text(catalog.digest),
            manifestDigest: try Storable.text(catalog.manifestDigest),
            source: try Storable.text(catalog.source), asOf: try catalog.asOf.map(Storable.instant),
            updatedAt: try Storable.instant(catalog.updatedAt), author: try Storable.text(catalog.author))
    }

    static func source(_ source: SourceRecord) throws -> SourceRecord {
        SourceRecord(
            app: source.app, source: source.source, body: source.body,
            checkedAt: try Storable.instant(source.checkedAt),
            changedAt: try Storable.instant(source.changedAt), author: try Storable.text(source.author))
    }

    static func audit(_ entry: AuditEntry, id: Int) throws -> AuditEntry {
        AuditEntry(
            id: id, at: try Storable.instant(entry.at), actor: try Storable.text(entry.actor),
            tokenID: try entry.tokenID.map(Storable.text), requestID: try entry.requestID.map(Storable.text),
            action: try Storable.text(entry.action),
            app: try entry.app.map(Storable.text), revision: entry.revision, detail: try entry.detail.map(Storable.text)
        )
    }

    static func session(_ session: SessionRecord) throws -> SessionRecord {
        SessionRecord(
            digest: try Storable.text(session.digest), tokenID: try Storable.text(session.tokenID),
            openedAt: try Storable.instant(session.openedAt), expiresAt: try Storable.instant(session.expiresAt))
    }

    static func token(_ token: TokenRecord) throws -> TokenRecord {
        TokenRecord(
            id: try Storable.text(token.id), digest: try Storable.text(token.digest), kind: token.kind,
            name: try Storable.text(token.name),
            rights: token.rights, apps: token.apps, createdAt: try Storable.instant(token.createdAt),
            createdBy: try Storable.text(token.createdBy),
            createdWith: try token.createdWith.map(Storable.text), chain: try Storable.text(token.chain),
            expiresAt: try token.expiresAt.map(Storable.instant),
            revokedAt: try token.revokedAt.map(Storable.instant))
    }
}
