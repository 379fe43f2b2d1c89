#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Decision {
    /// The version of the answer's format, 1.
    public static let currentSchema = 1

    /// The decision as it travels. Every field is always there, `null` where there is nothing to say; only `meta`,
    /// `support` and `trace` appear when they say something.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "schema": .number(JSONNumber(Self.currentSchema)),
            "status": .string(status.rawValue),
            "blocking": .bool(blocking),
            "reason": .string(reason.rawValue),
            "rule": .of(rule),
            "softened": .of(softened),
            "revision": revision.map { .number(JSONNumber($0)) } ?? .null,
            "platform": .string(platform.description),
            "channel": .string(channel.description),
            "installed": [
                "platform": .string(platform.description),
                "version": .string(installedVersion),
                "build": .of(installedBuild),
            ],
            "update": update?.jsonValue ?? .null,
            "newest": newest?.jsonValue ?? .null,
            "title": .of(title),
            "message": .of(message),
            "skippable": .bool(skippable),
            "remind": .of(remind),
            "deadline": .of(deadline),
            "maintenance": maintenance.map { ["until": .of($0.until), "url": .of($0.url)] } ?? .null,
            "expiry": .of(expiry),
            "reevaluateAt": .of(reevaluateAt),
            "factsAsOf": .of(factsAsOf),
            "features": .sorted(features),
        ]
        if let support { object["support"] = .string(support) }
        if let meta { object["meta"] = .object(meta) }
        if let trace { object["trace"] = trace.jsonValue }
        return .object(object)
    }
}

extension Decision.Update {
    fileprivate var jsonValue: JSONValue {
        var object: JSONObject = [
            "version": .of(version),
            "build": .of(build),
            "url": .of(url),
            "notes": .of(notes),
            "minimumOS": .of(minimumOS),
            "publishedAt": .of(publishedAt),
            "evidence": .string(evidence.rawValue),
        ]
        if leavesBeta { object["leavesBeta"] = true }
        return .object(object)
    }
}

extension Trace {
    fileprivate var jsonValue: JSONValue {
        [
            "notes": .array(notes.map { .string($0) }),
            "rules": .array(
                rules.map { step in
                    [
                        "rule": .string(step.rule), "condition": step.condition.jsonValue,
                        "outcome": .string(step.outcome), "decided": .bool(step.decided),
                    ]
                }),
            "offers": .array(
                offers.map { step in
                    [
                        "release": .string(step.release), "channel": .string(step.channel.description),
                        "storefront": .of(step.storefront), "verdict": .string(step.verdict),
                    ]
                }),
            "features": .sorted(features.mapValues { .string($0) }),
        ]
    }
}

extension Trace.Node {
    fileprivate var jsonValue: JSONValue {
        var object: JSONObject = [
            "condition": .string(key), "expected": .string(expected), "seen": .of(seen),
            "truth": .string(truth.rawValue),
        ]
        if !parts.isEmpty { object["parts"] = .array(parts.map(\.jsonValue)) }
        return .object(object)
    }
}

extension JSONValue {
    fileprivate static func of(_ value: (some CustomStringConvertible)?) -> JSONValue {
        value.map { .string($0.description) } ?? .null
    }

    fileprivate static func of(_ date: Date?) -> JSONValue {
        date.map { .string(Timestamp.format($0)) } ?? .null
    }

    fileprivate static func sorted(_ values: [String: JSONValue]) -> JSONValue {
        var object: JSONObject = [:]
        for key in values.keys.sorted() { object[key] = values[key] }
        return .object(object)
    }
}
