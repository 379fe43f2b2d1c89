package import ControlPlane
package import HTTPTypes
import Hummingbird
import NIOCore

extension Problem {
    /// What the services refuse. The kinds have the same names.
    package init(_ error: ControlPlaneError) {
        let kind = Kind(rawValue: error.kind.rawValue) ?? .refused
        let isDocument = kind == .invalid && !error.findings.isEmpty
        self.init(
            kind, error.detail, status: isDocument ? .unprocessableContent : nil, pointer: error.pointer,
            findings: error.findings)
    }

    /// What the store cannot do. Why it cannot be used is for the log, not for the caller.
    package init(_ error: StoreError) {
        switch error {
        case .full: self.init(.storeFull, error.description)
        case .locked: self.init(.storeLocked, error.description)
        case .unavailable, .newerSchema:
            self.init(.storeUnavailable, "the database cannot be used at the moment; nothing was changed")
        }
    }

    /// What any error means to the caller. An unknown one says nothing but that the server failed.
    package init(any error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as ControlPlaneError: self.init(error)
        case let error as StoreError: self.init(error)
        case is NIOTooManyBytesError: self.init(.bodyTooLarge, "the body is longer than this route reads")
        case is CancellationError: self.init(.notReady, "the server is stopping; ask again")
        case let error as any HTTPResponseError: self.init(status: error.status)
        default: self.init(.internal, "the request failed for a reason of the server's own; its log knows more")
        }
    }

    /// A status that came without a reason.
    package init(status: HTTPResponse.Status) {
        let kind: Kind =
            switch status.code {
            case 400: .refused
            case 401: .unauthorized
            case 403: .forbidden
            case 404: .notFound
            case 408: .requestTimeout
            case 413: .bodyTooLarge
            case 414: .urlTooLong
            case 415: .unsupportedMediaType
            case 429: .tooManyFailures
            case 431: .headersTooLarge
            case 503: .notReady
            case 500...: .internal
            default: .refused
            }
        self.init(kind, kind == .notFound ? "there is nothing at this path" : kind.title, status: status)
    }
}
