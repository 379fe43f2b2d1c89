package import ControlPlane

/// A page or the action of a form: its address, the right it needs, and the function that answers it.
package struct PageRoute: Sendable {
    /// The methods of pages.
    package enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package let method: Method
    /// The path with names in braces, such as `/apps/{app}/history`.
    package let path: String
    /// The right that a session needs; empty if any will do.
    package let right: Rights
    /// Whether it is answered at once. Only a few others are answered at a time, on threads of their own.
    package let isQuick: Bool
    /// Whether the admin API has the same path below `/v1/admin`, which answers programs that ask the page for JSON.
    package let hasAdminRoute: Bool
    /// The largest body of the form in bytes.
    package let longestForm: Int
    /// Answers a request.
    package let answer: @Sendable (PageRequest) async throws -> PageAnswer

    /// Creates a page at a path with names in braces.
    package static func page(
        _ path: String, right: Rights = .read, isQuick: Bool = false, hasAdminRoute: Bool = false,
        answer: @escaping @Sendable (PageRequest) async throws -> PageAnswer
    ) -> PageRoute {
        PageRoute(
            method: .get, path: path, right: right, isQuick: isQuick, hasAdminRoute: hasAdminRoute, longestForm: 0,
            answer: answer)
    }

    /// Creates the action of a form at a path with names in braces.
    package static func action(
        _ path: String, right: Rights, isQuick: Bool = false, longestForm: Int = 64 * 1_024,
        answer: @escaping @Sendable (PageRequest) async throws -> PageAnswer
    ) -> PageRoute {
        PageRoute(
            method: .post, path: path, right: right, isQuick: isQuick, hasAdminRoute: false, longestForm: longestForm,
            answer: answer)
    }
}

/// The answer of a page or an action.
package enum PageAnswer: Hashable, Sendable {
    /// A page. The status is 200, or 422 if the page shows what is wrong with a form.
    case page(html: String, status: Int = 200)
    /// Another page of this server, after an action: status 303. The address is a path.
    case see(String)
    /// A file to save.
    case file(name: String, contentType: String, text: String)
}
