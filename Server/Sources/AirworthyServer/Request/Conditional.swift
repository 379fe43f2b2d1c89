package import ControlPlane
import HTTPTypes
package import Hummingbird

extension Request {
    /// What the caller believes is in force, by `If-Match` and `If-None-Match`.
    ///
    /// Weak tags never match, as RFC 9110 has it for `If-Match`.
    /// - Parameter current: The tag of what is in force, asked only for `If-Match: *`; `nil` when nothing is.
    /// - Throws: ``Problem`` 400 for what cannot be read or means nothing here, 412, and what `current` throws.
    package func precondition(current: () async throws -> String?) async throws -> Precondition {
        switch (headers[.ifMatch], headers[.ifNoneMatch]) {
        case (nil, nil): return .missing
        case (let match?, nil):
            switch EntityTags(match) {
            case .list(let tags): return .matches(tags.filter { !$0.isWeak }.map(\.text))
            case .any:
                guard let tag = try await current() else {
                    throw Problem(.preconditionFailed, "If-Match: * needs something in force, and nothing is")
                }
                return .matches([tag])
            case nil: throw Problem(.invalid, "If-Match: write the entity tag in quotes, as ETag has it")
            }
        case (nil, let none?):
            guard EntityTags(none) == .any else {
                throw Problem(.invalid, "If-None-Match: only * means something here: nothing was published yet")
            }
            return .none
        case (.some, .some):
            throw Problem(.invalid, "If-Match and If-None-Match contradict each other; send one")
        }
    }

    /// Whether the caller has what an entity tag names.
    package func alreadyHas(_ tag: String) -> Bool {
        headers[.ifNoneMatch].flatMap(EntityTags.init)?.containsWeakly(tag) ?? false
    }
}
