/// The members of a JSON object, in the order they were written, each key once.
///
/// `==` takes the order into account. Keys are equal when Swift strings are (canonical equivalence).
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One key with its value.
    public struct Member: Hashable, Sendable {
        /// The key, unescaped.
        public let key: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        /// - Parameters:
        ///   - key: The key, unescaped.
        ///   - value: The value.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members in order.
    public private(set) var members: [Member]

    /// Makes an empty object.
    public init() {
        members = []
    }

    /// Takes members in order; a repeated key keeps its first place and its last value. Linear time.
    /// - Parameter members: The members.
    public init(_ members: some Sequence<Member>) {
        self.init()
        var places: [String: Int] = [:]
        for member in members {
            if let place = places[member.key] {
                self.members[place].value = member.value
            } else {
                places[member.key] = self.members.count
                self.members.append(member)
            }
        }
    }

    /// Takes members in order; a repeated key keeps its first place and its last value.
    /// - Parameter elements: Keys with their values.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member(key: $0.0, value: $0.1) })
    }

    /// Takes members whose keys are known to differ, without comparing them.
    init(unique members: [Member]) {
        assert(Set(members.map(\.key)).count == members.count, "a key is repeated")
        self.members = members
    }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// How many members there are.
    public var count: Int { members.count }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a key, found in linear time. Setting replaces in place or appends; setting `nil` removes.
    /// - Parameter key: The key, unescaped.
    public subscript(key: String) -> JSONValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let place = members.firstIndex { $0.key == key }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}
