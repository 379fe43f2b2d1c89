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
    struct Entry {
        let key: String
        let keyPosition: TextPosition
        let field: DocumentField
    }

    let field: DocumentField
    let entries: [Entry]

    /// Objects in documents are small: a walk is cheaper than a dictionary.
    subscript(key: String) -> DocumentField? {
        entries.first { $0.key == key }?.field
    }
}
