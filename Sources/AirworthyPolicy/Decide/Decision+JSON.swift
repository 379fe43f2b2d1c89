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
        object.put("schema", orNull: .number(JSONNumber(Self.currentSchema)))
        object.put("status", orNull: .string(status.rawValue))
        object.put("blocking", orNull: .bool(blocking))
        object.put("reason", orNull: .string(reason.rawValue))
        object.put("rule", orNull: .of(rule))
        object.put("softened", orNull: .of(softened))
        object.put("revision", orNull: revision.map { .number(JSONNumber($0)) })
        object.put("platform", orNull: .string(platform.description))
        object.put("channel", orNull: .string(channel.description))
        object.put("installed", orNull: installedCopy)
        object.put("update", orNull: update?.jsonValue)
        object.put("newest", orNull: newest?.jsonValue)
        object.put("title", orNull: .of(title))
        object.put("message", orNull: .of(message))
        object.put("skippable", orNull: .bool(skippable))
        object.put("remind", orNull: .text(remind))
        object.put("deadline", orNull: .of(deadline))
        object.put("maintenance", orNull: maintenance.map { ["until": .of($0.until), "url": .of($0.url)] })
        object.put("expiry", orNull: .of(expiry))
        object.put("reevaluateAt", orNull: .of(reevaluateAt))
        object.put("factsAsOf", orNull: .of(factsAsOf))
        object.put("features", orNull: ObjectWriter.object(features) { $0 })
        object.add("support", value: support)
        object.add("meta", value: meta.map { .object($0) })
        object.add("trace", value: trace?.jsonValue)
        return object.value
    }

    private var installedCopy: JSONValue {
        var object = ObjectWriter(capacity: 3)
        object.put("platform", orNull: .string(platform.description))
        object.put("version", orNull: .string(installedVersion))
        object.put("build", orNull: .text(installedBuild))
        return object.value
    }
}

extension Decision.Update {
    fileprivate var jsonValue: JSONValue {
        var object = ObjectWriter(capacity: 8)
        object.put("version", orNull: .text(version))
        object.put("build", orNull: .text(build))
        object.put("url", orNull: .of(url))
        object.put("notes", orNull: .of(notes))
        object.put("minimumOS", orNull: .text(minimumOS))
        object.put("publishedAt", orNull: .of(publishedAt))
        object.put("evidence", orNull: .string(evidence.rawValue))
        if leavesBeta { object.put("leavesBeta", orNull: true) }
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
                        "storefront": .text(step.storefront), "verdict": .string(step.verdict),
                    ]
                }),
            "features": ObjectWriter.object(features) { .string($0) },
        ]
    }
}

extension Trace.ConditionStep {
    fileprivate var jsonValue: JSONValue {
        var object: JSONObject = [
            "condition": .string(key), "expected": .string(expected), "seen": .of(seen),
            "truth": .string(truth.rawValue),
        ]
        if !parts.isEmpty { object["parts"] = .array(parts.map(\.jsonValue)) }
        return .object(object)
    }
}
