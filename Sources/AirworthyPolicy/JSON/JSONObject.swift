/// The members of a JSON object in order, each key once.
///
/// ```swift
/// var object: JSONObject = ["schema": 1, "app": "hashtags"]
/// object["app"] = nil
/// object.keys  // ["schema"]
/// ```
///
/// `==` takes the order into account. Keys are equal when Swift strings are (canonical equivalence).
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A key with its value.
    public struct Member: Hashable, Sendable {
        /// The key, unescaped.
        public let key: String
        /// The value.
        public var value: JSONValue

        /// Creates a member.
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

    /// Creates an empty object.
    public init() {
        members = []
    }

    /// Creates an object in linear time. A repeated key keeps its first position and its last value.
    /// - Parameter members: The members.
    public init(_ members: some Sequence<Member>) {
        self.init()
        var indices: [String: Int] = [:]
        for member in members {
            if let index = indices[member.key] {
                self.members[index].value = member.value
            } else {
                indices[member.key] = self.members.count
                self.members.append(member)
            }
        }
    }

    /// Creates an object. A repeated key keeps its first position and its last value.
    /// - Parameter elements: The keys with their values.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member(key: $0.0, value: $0.1) })
    }

    /// Creates an object from members with different keys, which are not compared.
    init(unique members: [Member]) {
        assert(Set(members.map(\.key)).count == members.count, "a key is repeated")
        self.members = members
    }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a key, found in linear time. Setting a value reindices or appends it; setting `nil` removes the key.
    /// - Parameter key: The key, unescaped.
    public subscript(key: String) -> JSONValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}
