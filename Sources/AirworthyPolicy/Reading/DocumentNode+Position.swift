extension DocumentNode {
    /// Finds the place of what a path names, e.g. of a finding that came without one.
    ///
    /// - Parameter path: A path as ``Finding/path`` and ``DocumentPath`` write it, e.g. `rules[2].when.version`.
    /// - Returns: Where the key or the element starts; where the path leads on to what is not there, where its last
    ///   part that is there starts. `nil` for the empty path and if not even the first part is there.
    /// - Complexity: O(members on the way × length of the path).
    public func position(ofPath path: String) -> TextPosition? {
        var node = self
        var place = DocumentPath.root
        var position: TextPosition?
        while let next = node.child(at: place, towards: path) { (node, place, position) = next }
        return position
    }

    private func child(
        at place: DocumentPath, towards path: String
    ) -> (node: DocumentNode, place: DocumentPath, position: TextPosition)? {
        func leads(_ candidate: DocumentPath) -> Bool {
            let text = candidate.description
            guard path.hasPrefix(text) else { return false }
            let next = path.utf8.dropFirst(text.utf8.count).first
            return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
        }
        switch value {
        case .object(let members):
            for member in members where leads(place.appending(member.key)) {
                return (member.value, place.appending(member.key), member.keyPosition)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() where leads(place.appending(index)) {
                return (element, place.appending(index), element.position)
            }
        default: break
        }
        return nil
    }
}
