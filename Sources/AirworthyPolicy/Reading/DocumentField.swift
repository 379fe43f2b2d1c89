/// A value of a document with its path.
package struct DocumentField {
    package let node: DocumentNode
    package let path: DocumentPath

    package init(_ node: DocumentNode, at path: DocumentPath = .root) {
        self.node = node
        self.path = path
    }

    /// Whether the value is `null`, or in YAML also `~` or an empty scalar.
    package var isNull: Bool {
        switch node.value {
        case .null: true
        case .plain: node.jsonValue.isNull
        default: false
        }
    }

    /// The field of an element of this array.
    package func element(_ node: DocumentNode, at index: Int) -> DocumentField {
        DocumentField(node, at: path.appending(index))
    }
}

/// An object of a document with its path.
package struct DocumentObject {
    /// A member with its path.
    package struct Entry {
        package let member: DocumentNode.Member
        let parent: DocumentPath

        package var key: String { member.key }
        package var field: DocumentField { DocumentField(member.value, at: parent.appending(member.key)) }
    }

    package let field: DocumentField
    /// The members, each key once.
    let members: [DocumentNode.Member]

    package var entries: some Sequence<Entry> {
        members.indices.lazy.map { entry($0) }
    }

    func entry(_ index: Int) -> Entry {
        Entry(member: members[index], parent: field.path)
    }

    /// The member with a key. Objects in documents are small, so a search is faster than a dictionary.
    package subscript(key: String) -> DocumentField? {
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
