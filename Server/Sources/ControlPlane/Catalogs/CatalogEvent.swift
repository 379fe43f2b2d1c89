import AirworthyPolicy
import Foundation
import ReleaseCatalog

/// Why a catalog changed, as histories tell it.
enum CatalogEvent: Sendable {
    /// Somebody imported one.
    case replaced
    /// A source said something; `nil`: time alone made the difference.
    case learnt(Observation?)
    /// Somebody took releases back, or took that back.
    case ordered(OperatorOrder)

    /// Whether somebody did it, who wants to see it in the history.
    var isByPerson: Bool { if case .learnt = self { false } else { true } }

    /// What is noted.
    func entry(_ record: CatalogRecord, by principal: Principal, at now: Date) -> AuditEntry {
        let catalog = "catalog \(record.digest.prefix(16))"
        let (action, detail) =
            switch self {
            case .replaced: ("catalog.replaced", catalog)
            case .learnt(let observation):
                ("catalog.learnt", "\(observation?.source.description ?? "time"), \(catalog)")
            case .ordered(.withdraw(let version, let build, let platform)):
                ("catalog.withdrawn", "\(platform) \(UpdateTarget(version: version, build: build))")
            case .ordered(.reset): ("catalog.reset", catalog)
            }
        return AuditEntry(at: now, actor: principal.name, action: action, app: record.app, detail: detail)
    }
}
