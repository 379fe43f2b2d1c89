import AirworthyFleet
import ControlPlane

/// The numbers about an app's installations that stand above everything else.
struct FleetNumbers: Sendable {
    let all: [AppCard.Number]

    init(_ fleet: FleetStates.State) {
        let (impact, census) = (fleet.impact, fleet.census)
        let installations = impact.installations
        let origin: String
        switch census.source {
        case .imported(let name, _): origin = "imported from \(name)"
        case .checkIns, .none: origin = "active in \(census.days) days"
        }
        all = [
            AppCard.Number(name: "installations", value: Figure.whole(installations), detail: origin, style: ""),
            AppCard.Number(
                name: "blocked now", value: Figure.whole(impact.blocked),
                detail: Figure.share(impact.blocked, of: installations), style: impact.blocked > 0 ? "warn" : ""),
            AppCard.Number(
                name: "told to update and cannot", value: Figure.whole(impact.stuck),
                detail: Figure.share(impact.stuck, of: installations), style: impact.stuck > 0 ? "bad" : ""),
        ]
    }
}
