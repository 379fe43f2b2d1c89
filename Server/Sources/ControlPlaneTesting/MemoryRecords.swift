import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

// Each record as it reads after a database kept it: times in whole milliseconds, no text with U+0000.

extension App {
    // What never changes is taken from the one that is stored.
    func stored(keeping old: App? = nil) throws -> App {
        App(
            slug: try Storable.text(slug), bundleID: try Storable.text(bundleID), appleID: appleID,
            platforms: platforms.map { Platform($0.description) },
            defaultLanguage: try Storable.text(defaultLanguage), pins: pins, signing: old?.signing ?? signing,
            audience: try Storable.text(old?.audience ?? audience),
            lineage: try Storable.text(old?.lineage ?? lineage), internalBuilds: internalBuilds,
            storefronts: storefronts, appleKeyID: try appleKeyID.map(Storable.text),
            createdAt: try Storable.instant(old?.createdAt ?? createdAt))
    }
}

extension Head {
    func stored() throws -> Head {
        Head(
            app: app, revision: revision, policyVersion: policyVersion, nextRevision: nextRevision,
            needsReissue: needsReissue, catalogDigest: try catalogDigest.map(Storable.text),
            catalogPublishedAt: try catalogPublishedAt.map(Storable.instant))
    }
}

extension PolicyRecord {
    func stored() throws -> PolicyRecord {
        PolicyRecord(
            app: app, version: version, text: text, digest: try Storable.text(digest), base: base,
            author: try Storable.text(author), note: try note.map(Storable.text), rollbackOf: rollbackOf,
            forced: try forced.map(Storable.text), createdAt: try Storable.instant(createdAt))
    }
}

extension ManifestRecord {
    func stored() throws -> ManifestRecord {
        ManifestRecord(
            app: app, revision: revision, policyVersion: policyVersion, digest: try Storable.text(digest),
            payloadDigest: try Storable.text(payloadDigest), bytes: bytes, size: size, cause: cause,
            issuedAt: try Storable.instant(issuedAt), expiresAt: try expiresAt.map(Storable.instant),
            author: try Storable.text(author), note: try note.map(Storable.text))
    }
}

extension CatalogRecord {
    func stored() throws -> CatalogRecord {
        CatalogRecord(
            app: app, text: text, digest: try Storable.text(digest), manifestDigest: try Storable.text(manifestDigest),
            source: try Storable.text(source), asOf: try asOf.map(Storable.instant),
            updatedAt: try Storable.instant(updatedAt), author: try Storable.text(author))
    }
}

extension SourceRecord {
    func stored() throws -> SourceRecord {
        SourceRecord(
            app: app, source: source, body: body, checkedAt: try Storable.instant(checkedAt),
            changedAt: try Storable.instant(changedAt), author: try Storable.text(author))
    }
}

extension AuditEntry {
    func stored(id: Int) throws -> AuditEntry {
        AuditEntry(
            id: id, at: try Storable.instant(at), actor: try Storable.text(actor), action: try Storable.text(action),
            app: try app.map(Storable.text), revision: revision, detail: try detail.map(Storable.text))
    }
}

extension TokenRecord {
    func stored() throws -> TokenRecord {
        TokenRecord(
            id: try Storable.text(id), digest: try Storable.text(digest), kind: kind, name: try Storable.text(name),
            rights: rights, apps: apps, createdAt: try Storable.instant(createdAt),
            createdBy: try Storable.text(createdBy), expiresAt: try expiresAt.map(Storable.instant),
            revokedAt: try revokedAt.map(Storable.instant))
    }
}
