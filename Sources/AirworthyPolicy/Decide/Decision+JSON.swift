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
        var object = ObjectWriter(capacity: 25)
        object.put("schema", .number(JSONNumber(Self.currentSchema)))
        object.put("status", .string(status.rawValue))
        object.put("blocking", .bool(blocking))
        object.put("reason", .string(reason.rawValue))
        object.put("rule", .of(rule))
        object.put("softened", .of(softened))
        object.put("revision", revision.map { .number(JSONNumber($0)) })
        object.put("platform", .string(platform.description))
        object.put("channel", .string(channel.description))
        object.put("installed", installedCopy)
        object.put("update", update?.jsonValue)
        object.put("newest", newest?.jsonValue)
        object.put("title", .of(title))
        object.put("message", .of(message))
        object.put("skippable", .bool(skippable))
        object.put("remind", .of(remind))
        object.put("deadline", .of(deadline))
        object.put("maintenance", maintenance.map { ["until": .of($0.until), "url": .of($0.url)] })
        object.put("expiry", .of(expiry))
        object.put("reevaluateAt", .of(reevaluateAt))
        object.put("factsAsOf", .of(factsAsOf))
        object.put("features", ObjectWriter.object(features) { $0 })
        object.add("support", support)
        object.add("meta", meta.map { .object($0) })
        object.add("trace", trace?.jsonValue)
        return object.value
    }

    private var installedCopy: JSONValue {
        var object = ObjectWriter(capacity: 3)
        object.put("platform", .string(platform.description))
        object.put("version", .string(installedVersion))
        object.put("build", .of(installedBuild))
        return object.value
    }
}

extension Decision.Update {
    fileprivate var jsonValue: JSONValue {
        var object = ObjectWriter(capacity: 8)
        object.put("version", .of(version))
        object.put("build", .of(build))
        object.put("url", .of(url))
        object.put("notes", .of(notes))
        object.put("minimumOS", .of(minimumOS))
        object.put("publishedAt", .of(publishedAt))
        object.put("evidence", .string(evidence.rawValue))
        if leavesBeta { object.put("leavesBeta", true) }
        return object.value
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
            "features": ObjectWriter.object(features) { .string($0) },
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
}
