/// A value with its path: what every part of a reader is handed.
struct DocumentField {
    let node: DocumentNode
    let path: DocumentPath

    init(_ node: DocumentNode, at path: DocumentPath = .root) {
        self.node = node
        self.path = path
    }

    /// Whether nothing stands there: `null`, or in YAML also `~` and an empty scalar.
    var isNull: Bool {
        switch node.value {
        case .null: true
        case .plain: node.jsonValue.isNull
        default: false
        }
    }

    func element(_ index: Int, _ node: DocumentNode) -> DocumentField {
        DocumentField(node, at: path.appending(index))
    }
}

/// An object with its path.
struct DocumentObject {
    /// A member with its path.
    struct Entry {
        let member: DocumentNode.Member
        let parent: DocumentPath

        var key: String { member.key }
        var keyPosition: TextPosition { member.keyPosition }
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

    /// Objects in documents are small: a walk is cheaper than a dictionary.
    subscript(key: String) -> DocumentField? {
        for index in members.indices where members[index].key.isName(key) {
            return DocumentField(members[index].value, at: field.path.appending(key))
        }
        return nil
    }
}

extension String {
    /// Whether this is a name of the format. Most names differ in length, which is told without looking at the text.
    func isName(_ name: String) -> Bool {
        utf8.count == name.utf8.count && self == name
    }
}
