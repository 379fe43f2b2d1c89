package import AirworthyPolicy
package import HTTPTypes

/// Why a request was not fulfilled, as RFC 9457 has it. Everything in it is for the caller's eyes.
package struct Problem: Error, Hashable, Sendable {
    /// What went wrong.
    package let kind: Kind
    /// The status.
    package let status: HTTPResponse.Status
    /// What it was about and what to do, for people; never a secret, never the text of an unknown error.
    package let detail: String
    /// The place in the body as an RFC 6901 pointer, if one place is to blame.
    package let pointer: String?
    /// The name of the query parameter that is to blame, if one is.
    package let parameter: String?
    /// What is wrong with a document, if it was one.
    package let findings: [Finding]
    /// Fields that go with the answer, besides those every problem has.
    package let headers: HTTPFields

    /// Makes a problem.
    /// - Parameters:
    ///   - kind: What went wrong.
    ///   - detail: What it was about and what to do, for people.
    ///   - status: Another status than the kind's.
    ///   - pointer: The place in the body.
    ///   - parameter: The query parameter.
    ///   - findings: What is wrong with a document.
    ///   - headers: Fields that go with the answer, besides those of the kind.
    package init(
        _ kind: Kind, _ detail: String, status: HTTPResponse.Status? = nil, pointer: String? = nil,
        parameter: String? = nil, findings: [Finding] = [], headers: HTTPFields = [:]
    ) {
        self.kind = kind
        self.status = status ?? kind.status
        self.detail = detail
        self.pointer = pointer
        self.parameter = parameter
        self.findings = findings
        var all = headers
        if let seconds = kind.retryAfter { all[.retryAfter] = String(seconds) }
        if kind == .unauthorized { all[.wwwAuthenticate] = "Bearer" }
        self.headers = all
    }

    /// A query parameter that cannot be used.
    package static func parameter(_ name: String, _ detail: String) -> Problem {
        Problem(.invalid, "\(name): \(detail)", parameter: name)
    }

    /// A place in a body that cannot be used.
    package static func body(_ pointer: String, _ detail: String) -> Problem {
        Problem(.invalid, detail, pointer: pointer)
    }
}

extension String {
    /// The text as it may stand in a message: short, and without control characters.
    package var forMessage: String {
        let scalars = unicodeScalars.prefix(64).map { $0.isControl ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars)) + (unicodeScalars.count > 64 ? "…" : "")
    }
}

extension Unicode.Scalar {
    /// Whether it is one of the C0 or C1 controls or DEL.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
