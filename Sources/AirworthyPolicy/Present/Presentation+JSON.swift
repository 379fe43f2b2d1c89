#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Presentation {
    /// The presentation as the conformance cases and debug output write it.
    public var jsonValue: JSONValue {
        var writer = ObjectWriter()
        switch content {
        case .nothing(let silence):
            writer.add("show", value: "nothing")
            writer.add("reason", value: silence.rawValue)
        case .banner: writer.add("show", value: "banner")
        case .prompt(let prompt):
            writer.add("show", value: "prompt")
            writer.add("update", value: prompt.update?.label)
            writer.add("options", value: .array(prompt.options.map { .string($0.rawValue) }))
            writer.add(
                "countdown",
                value: prompt.countdown.map {
                    ["days": .number(JSONNumber($0.days)), "hours": .number(JSONNumber($0.hours))]
                })
            writer.add("lowered", value: prompt.lowered?.rawValue)
        case .gate(let gate):
            writer.add("show", value: "gate")
            writer.add("update", value: gate.update?.label)
            writer.add("options", value: .array(gate.options.map { .string($0.rawValue) }))
            writer.add("rechecking", value: .bool(gate.isRechecking))
        case .maintenance(let until, let isRechecking):
            writer.add("show", value: "maintenance")
            writer.add("until", value: until)
            writer.add("rechecking", value: .bool(isRechecking))
        }
        writer.add("nextAt", value: nextAt)
        return writer.value
    }
}

extension Decision.Update {
    fileprivate var label: String? { version.map { InstalledBuild(version: $0, build: build).description } ?? url }
}
