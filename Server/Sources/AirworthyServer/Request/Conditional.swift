package import ControlPlane
import HTTPTypes
package import Hummingbird

extension Request {
    /// What the caller believes is in force, by `If-Match` and `If-None-Match`.
    ///
    /// Weak tags never match, as RFC 9110 has it for `If-Match`.
    /// - Parameter current: The tag of what is in force, asked only for `If-Match: *`; `nil` when nothing is.
    /// - Returns: The precondition.
    /// - Throws: ``Problem`` 400 for what cannot be read or means nothing here, 412, and what `current` throws.
    package func precondition(current: () async throws -> String?) async throws -> Precondition {
        let match = try headers[.ifMatch].map { value throws(Problem) in
            guard let tags = EntityTags(value) else {
                throw Problem(.invalid, "If-Match: write the entity tag in quotes, as ETag has it")
            }
            return tags
        }
        guard let none = headers[.ifNoneMatch] else {
            switch match {
            case nil: return .missing
            case .list(let tags): return .matches(tags.filter { !$0.isWeak }.map(\.text))
            case .any:
                guard let tag = try await current() else {
                    throw Problem(.preconditionFailed, "If-Match: * needs something in force, and nothing is")
                }
                return .matches([tag])
            }
        }
        guard EntityTags(none) == .any else {
            throw Problem(.invalid, "If-None-Match: only * means something here: nothing was published yet")
        }
        // One asks for something in force, the other for nothing: whatever there is, one of them does not hold.
        guard match == nil else {
            throw Problem(.preconditionFailed, "If-Match and If-None-Match contradict each other; send one")
        }
        return .none
    }

    /// Whether the caller has what an entity tag names.
    package func alreadyHas(_ tag: String) -> Bool {
        headers[.ifNoneMatch].flatMap(EntityTags.init)?.containsWeakly(tag) ?? false
    }
}
