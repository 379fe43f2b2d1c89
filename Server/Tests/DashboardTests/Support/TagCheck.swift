import Foundation

@testable import Dashboard

/// Looks up every tag of a template in a view model, because the template engine renders a name that it does not find as nothing.
struct TagCheck {
    /// A part of a template.
    private indirect enum Part {
        case value(String)
        case section(String, inverted: Bool, [Part])
        case partial(String)
        /// A template around blocks, by their names.
        case parent(String, [String: [Part]])
        case block(String, [Part])
    }

    /// The tags that found nothing, each with its template.
    private(set) var problems: Set<String> = []
    private var parsed: [String: [Part]] = [:]

    /// Follows a template with a view model as the engine does.
    mutating func check(_ model: Any, with name: String) {
        walk(parts(of: name), in: name, stack: [model], blocks: [:])
    }

    /// The tags of all templates in the program that look up a value, each with its template.
    static var all: Set<String> {
        var check = TagCheck()
        var found: Set<String> = []
        func collect(_ parts: [Part], in name: String) {
            for part in parts {
                switch part {
                case .value(let tag): found.insert("\(name): \(tag)")
                case .section(let tag, _, let inner):
                    found.insert("\(name): \(member(of: tag))")
                    collect(inner, in: name)
                case .block(_, let inner): collect(inner, in: name)
                case .parent(_, let blocks): for inner in blocks.values { collect(inner, in: name) }
                case .partial: break
                }
            }
        }
        for file in Templates.embeddedFiles where file.name.hasSuffix(Templates.suffix) {
            let name = String(file.name.dropLast(Templates.suffix.count))
            collect(check.parts(of: name), in: name)
        }
        return found
    }

    private mutating func walk(_ parts: [Part], in name: String, stack: [Any], blocks: [String: ([Part], String)]) {
        for part in parts {
            switch part {
            case .value(let tag): _ = value(of: tag, in: name, stack: stack)
            case .section(let tag, let inverted, let inner):
                var found = value(of: Self.member(of: tag), in: name, stack: stack)
                if tag.hasPrefix("empty("), let list = found { found = Mirror(reflecting: list).children.isEmpty }
                for context in Self.contexts(of: found, inverted: inverted) {
                    walk(inner, in: name, stack: context.map { stack + [$0] } ?? stack, blocks: blocks)
                }
            case .partial(let partial): walk(self.parts(of: partial), in: partial, stack: stack, blocks: blocks)
            case .parent(let parent, let own):
                let blocks = blocks.merging(own.mapValues { ($0, name) }) { outer, _ in outer }
                walk(self.parts(of: parent), in: parent, stack: stack, blocks: blocks)
            case .block(let block, let inner):
                let (parts, origin) = blocks[block] ?? (inner, name)
                walk(parts, in: origin, stack: stack, blocks: blocks)
            }
        }
    }

    /// The member that a tag looks up: `rows` of `empty(rows)`, which is whether the list is empty.
    private static func member(of tag: String) -> String {
        tag.hasPrefix("empty(") ? String(tag.dropFirst("empty(".count).dropLast()) : tag
    }

    /// What a section is rendered for: each element, the value itself, or (`nil`) what was around it.
    private static func contexts(of value: Any?, inverted: Bool) -> [Any?] {
        guard let value else { return inverted ? [nil] : [] }
        if let flag = value as? Bool { return flag != inverted ? [nil] : [] }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .collection || mirror.displayStyle == .set else { return inverted ? [] : [value] }
        return inverted ? (mirror.children.isEmpty ? [nil] : []) : mirror.children.map(\.value)
    }

    private mutating func value(of tag: String, in name: String, stack: [Any]) -> Any? {
        let place = "\(name): \(tag)"
        if tag == "." { return stack.last }
        let names = tag.split(separator: ".").map(String.init)
        let objects = tag.hasPrefix(".") ? Array(stack.suffix(1)) : Array(stack.reversed())
        guard let index = objects.firstIndex(where: { Self.has(names[0], in: $0) }) else {
            problems.insert("\(place) is not in the view model")
            return nil
        }
        if Self.child(names[0], of: objects[index]) == nil {
            for outer in objects[(index + 1)...] where Self.child(names[0], of: outer) != nil {
                problems.insert("\(place) has no value here, so the engine takes an outer one: write .\(tag)")
            }
        }
        var found: Any? = objects[index]
        for part in names {
            guard let object = found else { return nil }
            if !Self.has(part, in: object) {
                problems.insert("\(place) is not in the view model")
                return nil
            }
            found = Self.child(part, of: object)
        }
        return found
    }

    private static func has(_ name: String, in object: Any) -> Bool {
        Mirror(reflecting: object).children.contains { $0.label == name }
    }

    private static func child(_ name: String, of object: Any) -> Any? {
        guard let value = Mirror(reflecting: object).children.first(where: { $0.label == name })?.value else {
            return nil
        }
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }

    private mutating func parts(of name: String) -> [Part] {
        if let known = parsed[name] { return known }
        let text = Templates.file(name + Templates.suffix) ?? ""
        if text.isEmpty { problems.insert("there is no template \(name)") }
        var tags = text.matches(of: /\{\{([#^\/>$<]?)\s*([^}\s]+)\s*\}\}/).map { (String($0.1), String($0.2)) }[...]
        let result = Self.parse(&tags, until: nil)
        parsed[name] = result
        return result
    }

    private static func parse(_ tags: inout ArraySlice<(String, String)>, until end: String?) -> [Part] {
        var result: [Part] = []
        while let (kind, name) = tags.popFirst() {
            switch kind {
            case "/": if name == end { return result }
            case "#", "^": result.append(.section(name, inverted: kind == "^", parse(&tags, until: name)))
            case ">": result.append(.partial(name))
            case "$": result.append(.block(name, parse(&tags, until: name)))
            case "<":
                var blocks: [String: [Part]] = [:]
                for case .block(let block, let inner) in parse(&tags, until: name) { blocks[block] = inner }
                result.append(.parent(name, blocks))
            default: result.append(.value(name))
            }
        }
        return result
    }
}
