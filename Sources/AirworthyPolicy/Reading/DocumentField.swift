/// A value of a document with its path.
struct DocumentField {
    let node: DocumentNode
    let path: DocumentPath

    init(_ node: DocumentNode, at path: DocumentPath = .root) {
        self.node = node
        self.path = path
    }

    /// Whether the value is `null`, or in YAML also `~` or an empty scalar.
    var isNull: Bool {
        switch node.value {
        case .null: true
        case .plain: node.jsonValue.isNull
        default: false
        }
    }

    /// The field of an element of this array.
    func element(_ node: DocumentNode, at index: Int) -> DocumentField {
        DocumentField(node, at: path.appending(index))
    }
}

/// An object of a document with its path.
struct DocumentObject {
    /// A member with its path.
    struct Entry {
        let member: DocumentNode.Member
        let parent: DocumentPath

        var key: String { member.key }
        var field: DocumentField { DocumentField(member.value, at: parent.appending(member.key)) }
    }

    let field: DocumentField
    /// The members, each key once.
    let members: [DocumentNode.Member]

    var entries: some Sequence<Entry> {
        members.indices.lazy.map { entry($0) }
    }

    func entry(_ index: Int) -> Entry {
        Entry(member: members[index], parent: field.path)
    }

    /// The member with a key. Objects in documents are small, so a search is faster than a dictionary.
    subscript(key: String) -> DocumentField? {
        for index in members.indices where members[index].key.equals(key) {
            return DocumentField(members[index].value, at: field.path.appending(key))
        }
        return nil
    }
}

extension String {
    /// Whether this key has the given name. A comparison of the lengths comes first, because it is fast and most names
    /// differ in length.
    func equals(_ name: String) -> Bool {
        utf8.count == name.utf8.count && self == name
    }
}
