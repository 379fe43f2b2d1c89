import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks conditions on their own.
struct ConditionLint {
    /// The highest number of parts of a condition that are compared with each other, each with each.
    private static let maximumParts = 500

    let now: Date

    func findings(_ condition: Condition, at path: DocumentPath) -> [Finding] {
        var findings: [Finding] = []
        var partCount = 0
        Self.visit(condition, at: path) { part, path, isNegated in
            partCount += 1
            switch part {
            case .version(let range) where range.isEmpty: findings.append(Self.emptyRange(at: path))
            case .build(let range) where range.isEmpty: findings.append(Self.emptyRange(at: path))
            case .os(let ranges):
                let empty = ranges.filter(\.value.isEmpty).map(\.key.displayName).sorted()
                findings += empty.map { Self.emptyRange(at: path.appending($0)) }
            case .before(let date) where date <= now && !isNegated:
                findings.append(
                    .warning(
                        "condition-over", at: path,
                        message: "This date has passed, so the condition never holds again; remove it or move the date."
                    ))
            case .unknown:
                findings.append(
                    .warning(
                        "unknown-condition", at: path,
                        message:
                            "This version of airworthy does not know the condition, which never matches; check its name "
                            + "or update airworthy."))
            default: break
            }
        }
        if findings.isEmpty, partCount <= Self.maximumParts, condition.isDisjoint(from: condition) {
            findings.append(
                .warning(
                    "never-matches", at: path,
                    message: "No installation can match these conditions together; loosen one, or write \"any\" for "
                        + "alternatives."))
        }
        return findings
    }

    static func emptyRange(at path: DocumentPath) -> Finding {
        .error("empty-range", at: path, message: "No version can lie in this range; check the order of its bounds.")
    }

    /// Visits the simple conditions with their paths.
    ///
    /// The model does not keep how deep an author nested the objects. The paths are those of the flattest form.
    static func visit(
        _ condition: Condition, at path: DocumentPath, isNegated: Bool = false,
        body: (_ part: Condition, _ path: DocumentPath, _ isNegated: Bool) -> Void
    ) {
        switch condition {
        case .all(let parts):
            let list = fitInOneObject(parts) ? nil : path.appending("all")
            for (index, part) in parts.enumerated() {
                visit(part, at: list?.appending(index) ?? path, isNegated: isNegated, body: body)
            }
        case .any(let parts):
            for (index, part) in parts.enumerated() {
                visit(part, at: path.appending("any").appending(index), isNegated: isNegated, body: body)
            }
        case .not(let part): visit(part, at: path.appending("not"), isNegated: !isNegated, body: body)
        case .attribute(let name, _, _): body(condition, path.appending("attributes").appending(name), isNegated)
        default: body(condition, path.appending(condition.key), isNegated)
        }
    }

    /// Whether the conditions can be the keys of one object.
    private static func fitInOneObject(_ parts: [Condition]) -> Bool {
        var keys: Set<String> = []
        return parts.count > 1
            && parts.allSatisfy { part in
                if case .all(let inner) = part, fitInOneObject(inner) { return false }
                // Attributes share one key.
                if case .attribute(let name, _, _) = part { return keys.insert("attributes.\(name)").inserted }
                return keys.insert(part.key).inserted
            }
    }
}
