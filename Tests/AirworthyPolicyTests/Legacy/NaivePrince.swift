import AirworthyPolicy

/// Prince of Versions according to its documentation, written for clarity and independent of the engine.
struct NaivePrince {
    struct Device {
        var version: [Int]
        var os: [Int]
        var attributes: [String: JSONValue]
    }

    struct Outcome: Equatable, CustomStringConvertible {
        var status: Decision.Status
        var offered: [Int]?
        var entry: Int?
        var description: String { "\(status) \(offered ?? []) by \(entry.map(String.init) ?? "none")" }
    }

    /// `1.2.3-4` as four numbers.
    static func numbers(_ text: String) -> [Int] {
        let halves = text.split(separator: "-")
        var parts = halves[0].split(separator: ".").compactMap { Int($0) }
        while parts.count < 3 { parts.append(0) }
        return parts + [halves.count > 1 ? Int(halves[1]) ?? 0 : 0]
    }

    static func outcome(_ entries: [JSONValue], _ device: Device) -> Outcome {
        for (index, entry) in entries.enumerated() where isMet(entry, device) {
            let required = entry["required_version"]?.stringValue.map(numbers)
            let last = entry["last_version_available"]?.stringValue.map(numbers)
            let offered = [required, last].compactMap { $0 }.max { isBefore($0, $1) }
            if let required, isBefore(device.version, required) {
                return Outcome(status: .required, offered: offered, entry: index)
            }
            if let last, isBefore(device.version, last) {
                return Outcome(status: .recommended, offered: offered, entry: index)
            }
            return Outcome(status: .ok, entry: index)
        }
        return Outcome(status: .ok)
    }

    private static func isMet(_ entry: JSONValue, _ device: Device) -> Bool {
        (entry["requirements"]?.objectValue?.members ?? []).allSatisfy { member in
            guard member.key == "required_os_version" else { return device.attributes[member.key] == member.value }
            guard let text = member.value.stringValue else { return true }
            return !isBefore(device.os, numbers(text))
        }
    }

    private static func isBefore(_ a: [Int], _ b: [Int]) -> Bool { a.lexicographicallyPrecedes(b) }
}

extension NaivePrince {
    /// A file with a few entries, all of them readable.
    static func entries(_ random: inout SeededGenerator) -> [JSONValue] {
        (0..<random.pick([1, 1, 2, 3, 4])).map { _ in
            var entry = JSONObject()
            if !random.oneIn(4) { entry["required_version"] = .string(version(&random)) }
            if entry.isEmpty || !random.oneIn(4) { entry["last_version_available"] = .string(version(&random)) }
            if random.oneIn(2) { entry["notify_last_version_frequency"] = .string(random.pick(["ALWAYS", "once"])) }
            var requirements = JSONObject()
            if random.oneIn(2) { requirements["required_os_version"] = .string(random.pick(["12", "15.1", "16.0.2"])) }
            if random.oneIn(2) { requirements["team"] = .string(random.pick(["red", "blue"])) }
            if random.oneIn(3) { requirements["level"] = .number(JSONNumber(random.pick([1, 2]))) }
            if !requirements.isEmpty { entry["requirements"] = .object(requirements) }
            if random.oneIn(3) { entry["meta"] = .object(["n": .number(JSONNumber(random.pick([1, 2, 3])))]) }
            return .object(entry)
        }
    }

    /// Few numbers, so that versions coincide.
    static func version(_ random: inout SeededGenerator) -> String {
        var parts = (0..<random.pick([1, 2, 3])).map { _ in String(random.pick([0, 1, 2, 10])) }
        if random.oneIn(3) { parts[parts.count - 1] += "-\(random.pick([0, 1, 7, 12]))" }
        return parts.joined(separator: ".")
    }

    static func attributes(_ random: inout SeededGenerator) -> [String: JSONValue] {
        var attributes: [String: JSONValue] = [:]
        if random.oneIn(2) { attributes["team"] = .string(random.pick(["red", "blue", "green"])) }
        if random.oneIn(2) { attributes["level"] = .number(JSONNumber(random.pick([1, 2, 3]))) }
        return attributes
    }
}
