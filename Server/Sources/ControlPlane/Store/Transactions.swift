/// The reads of a transaction.
package protocol ReadTransaction:
    AppReads, PolicyReads, ManifestReads, DraftReads, CatalogReads, AuditReads, TokenReads, SessionReads, AdoptionReads,
    PredictionReads, NodeReads
{}

/// The changes of a transaction.
///
/// After an error of one of these calls, leave the transaction: PostgreSQL has rolled it back.
package protocol WriteTransaction: ReadTransaction,
    AppWrites, PolicyWrites, ManifestWrites, DraftWrites, CatalogWrites, AuditWrites, TokenWrites, SessionWrites,
    AdoptionWrites, PredictionWrites, NodeWrites
{}
