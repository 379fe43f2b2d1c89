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
            writer.add("show", "nothing")
            writer.add("reason", silence.rawValue)
        case .banner: writer.add("show", "banner")
        case .prompt(let prompt):
            writer.add("show", "prompt")
            writer.add("update", prompt.update?.label)
            writer.add("options", .array(prompt.options.map { .string($0.rawValue) }))
            writer.add(
                "countdown",
                prompt.countdown.map { ["days": .number(JSONNumber($0.days)), "hours": .number(JSONNumber($0.hours))] })
            writer.add("lowered", prompt.lowered?.rawValue)
        case .gate(let gate):
            writer.add("show", "gate")
            writer.add("update", gate.update?.label)
            writer.add("options", .array(gate.options.map { .string($0.rawValue) }))
            writer.add("rechecking", .bool(gate.isRechecking))
        case .maintenance(let until, let isRechecking):
            writer.add("show", "maintenance")
            writer.add("until", until)
            writer.add("rechecking", .bool(isRechecking))
        }
        writer.add("nextAt", nextAt)
        return writer.value
    }
}

extension Decision.Update {
    fileprivate var label: String? { version.map { InstalledBuild($0, build).description } ?? url }
}
