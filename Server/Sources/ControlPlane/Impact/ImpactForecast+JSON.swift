import AirworthyFleet
package import AirworthyPolicy

extension ImpactForecast {
    /// The highest number of rows of each list that may grow with the installations.
    private static let longestList = 10
    /// The highest number of rules that are listed.
    private static let mostRules = 50

    /// The forecast as responses have it, and as it is stored with the revision.
    package var jsonValue: JSONValue {
        var object: JSONObject = [
            "days": .of(census.days), "asOf": .of(census.asOf), "source": .string(census.source.name),
        ]
        if let origin = census.origin { object["origin"] = .string(origin) }
        if let date = census.importedAt { object["importedAt"] = .of(date) }
        for member in members(of: today).members { object[member.key] = member.value }
        object["matrix"] = .array(
            today.matrix.map {
                ["from": .string($0.from.rawValue), "to": .string($0.to.rawValue), "count": .of($0.count)]
            })
        object["rules"] = .array(
            today.rules.prefix(Self.mostRules).map {
                ["rule": .of($0.rule), "status": .string($0.status.rawValue), "count": .of($0.count)]
            })
        object["groups"] = .array(
            today.groups.prefix(Self.longestList).map { group in
                [
                    "rule": .of(group.rule), "from": .string(group.from.rawValue), "to": .string(group.to.rawValue),
                    "version": .string(group.version), "channel": .string(group.channel.description),
                    "count": .of(group.count),
                ]
            })
        object["stuckBy"] = .array(
            today.stuckBy.map { ["reason": .string($0.reason.rawValue), "count": .of($0.count)] })
        object["channels"] = listing(today.channels)
        object["systems"] = listing(today.systems)
        object["storefronts"] = listing(today.storefronts)
        object["later"] = .array(
            later.map { impact in
                var later: JSONObject = ["at": .of(impact.date)]
                for member in members(of: impact).members { later[member.key] = member.value }
                return .object(later)
            })
        return .object(object)
    }

    private func members(of impact: PolicyImpact) -> JSONObject {
        [
            "installations": .of(impact.installations), "unknowable": .of(impact.unknowable),
            "blockedBefore": .of(impact.blockedBefore), "blocked": .of(impact.blocked),
            "newlyBlocked": .of(impact.newlyBlocked), "newlyBlockedStuck": .of(impact.newlyBlockedStuck),
            "newlyBlockedAtMost": .of(impact.newlyBlockedAtMost),
            "stuckBefore": .of(impact.stuckBefore), "stuck": .of(impact.stuck),
            "stuckAtMost": .of(impact.stuckAtMost), "waiting": .of(impact.waiting),
        ]
    }

    private func listing(_ slices: [PolicyImpact.Slice]) -> JSONValue {
        .array(
            slices.prefix(Self.longestList).map { slice in
                [
                    "value": .string(slice.value), "installations": .of(slice.installations),
                    "newlyBlocked": .of(slice.newlyBlocked), "stuck": .of(slice.stuck),
                ]
            })
    }
}
