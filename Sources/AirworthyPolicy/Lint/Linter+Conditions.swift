/// Conditions looked at on their own.
extension Linter {
    func conditionFindings(_ condition: Condition, at path: DocumentPath) -> [Finding] {
        var findings: [Finding] = []
        condition.forEach(at: path) { part, path, isNegated in
            switch part {
            case .version(let range) where range.isEmpty: findings.append(.emptyRange(at: path))
            case .build(let range) where range.isEmpty: findings.append(.emptyRange(at: path))
            case .os(let ranges):
                let empty = ranges.filter(\.value.isEmpty).map(\.key.displayName).sorted()
                findings += empty.map { .emptyRange(at: path.appending($0)) }
            case .before(let date) where date <= now && !isNegated:
                findings.append(
                    Finding(
                        code: "condition-over", severity: .warning, path: path,
                        message:
                            "This instant has passed, so the condition never holds again; remove it or move the date."))
            case .unknown:
                findings.append(
                    Finding(
                        code: "unknown-condition", severity: .warning, path: path,
                        message:
                            "This condition is not known here and never matches; check its name or update airworthy."))
            default: break
            }
        }
        if findings.isEmpty, condition.isDisjoint(from: condition) {
            findings.append(
                Finding(
                    code: "never-matches", severity: .warning, path: path,
                    message:
                        "Nobody can match these conditions together; loosen one, or write \"any\" for alternatives."))
        }
        return findings
    }
}

extension Condition {
    /// Visits the simple conditions with their places, supposing that each object was written with as few levels as it
    /// needs: the model does not keep how.
    func forEach(
        at path: DocumentPath, isNegated: Bool = false,
        _ body: (_ part: Condition, _ path: DocumentPath, _ isNegated: Bool) -> Void
    ) {
        switch self {
        case .all(let parts):
            let list = Self.shareAnObject(parts) ? nil : path.appending("all")
            for (index, part) in parts.enumerated() {
                part.forEach(at: list?.appending(index) ?? path, isNegated: isNegated, body)
            }
        case .any(let parts):
            for (index, part) in parts.enumerated() {
                part.forEach(at: path.appending("any").appending(index), isNegated: isNegated, body)
            }
        case .not(let part): part.forEach(at: path.appending("not"), isNegated: !isNegated, body)
        case .attribute(let name, _, _): body(self, path.appending("attributes").appending(name), isNegated)
        default: body(self, path.appending(key), isNegated)
        }
    }

    /// Whether the parts can be the keys of one object.
    private static func shareAnObject(_ parts: [Condition]) -> Bool {
        var keys: Set<String> = []
        return parts.count > 1
            && parts.allSatisfy { part in
                if case .all(let inner) = part, shareAnObject(inner) { return false }
                // Attributes share one key.
                if case .attribute(let name, _, _) = part { return keys.insert("attributes.\(name)").inserted }
                return keys.insert(part.key).inserted
            }
    }
}
