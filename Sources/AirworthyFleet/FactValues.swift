import AirworthyPolicy

/// The values of unknown facts that make a difference to the rules of some policies.
struct FactValues {
    /// A language for each set of conditions that it satisfies.
    /// `nil` if the policies name too many.
    let languages: [String]?
    /// The values of each attribute, one for each set of conditions that it satisfies.
    private let attributes: [String: [JSONValue]]

    /// The highest number of languages, and of values of an attribute, that are compared with each other.
    private static let mostValues = 300

    /// A language and a text that no condition names.
    private static let otherLanguage = "x-other"
    private static let otherText = "\u{0}other"

    init(of policies: [Policy]) {
        var tags: [[String]] = []
        var lists: [String: [[JSONValue]]] = [:]
        for rule in policies.flatMap(\.rules) {
            rule.when.forEach { condition in
                switch condition {
                case .language(let list): tags.append(list)
                case .attribute(let name, let values, _): lists[name, default: []].append(values)
                default: break
                }
            }
        }
        let named = Set(tags.joined())
        // A language satisfies the conditions that name it or one of its parents.
        languages =
            named.count > Self.mostValues
            ? nil
            : Self.representatives(of: named.sorted() + [Self.otherLanguage]) { language in
                let lineage = Set(LanguageTag.lineage(of: language))
                return tags.map { $0.contains { lineage.contains(LanguageTag.lineage(of: $0).first ?? "") } }
            }
        attributes = lists.compactMapValues { lists in
            let named = Set(lists.joined())
            guard named.count <= Self.mostValues else { return nil }
            // Sorted, because of a hash the order would be another one each time.
            let values = named.sorted { $0.jsonText() < $1.jsonText() }
            return Self.representatives(of: values + [.string(Self.otherText)]) { value in
                lists.map { list in list.contains { $0.isEqualAttribute(to: value) } }
            }
        }
    }

    /// The values of an attribute that make a difference, besides its absence; `nil` if the policies name too many.
    func values(of attribute: String) -> [JSONValue]? { attributes[attribute] }

    /// Returns the first value of each kind.
    private static func representatives<Value>(of values: [Value], kind: (Value) -> [Bool]) -> [Value] {
        var seen: Set<[Bool]> = []
        return values.filter { seen.insert(kind($0)).inserted }
    }
}
