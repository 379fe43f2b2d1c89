extension AppStoreSimulator {
    /// Something that goes wrong, for some requests or until it is cleared.
    public struct Fault: Sendable, Hashable {
        /// What goes wrong.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The answer comes late, by ``Fault/seconds`` (1).
            case latency
            /// 401 `NOT_AUTHORIZED`, whatever the token.
            case unauthorized
            /// The key does not count any more: 401 as is seen, or 403 as is documented, with ``Fault/status``.
            case revoked
            /// 403: the account holder has to accept an agreement.
            case agreements
            /// 403: the role does not allow it.
            case forbidden
            /// 429 `RATE_LIMIT_EXCEEDED`, with `Retry-After` where ``Fault/seconds`` says so; the lookup has no body.
            case rateLimited
            /// 500 with a JSON body.
            case serverError
            /// 502 with an HTML body.
            case badGateway
            /// Nothing comes, for ``Fault/seconds`` (120), then the connection is closed.
            case timeout
            /// The connection is reset before an answer.
            case reset
            /// 200 with an HTML body.
            case html
            /// 403 without a body, as the lookup answers who asks too often.
            case emptyForbidden
            /// Half of the JSON, as if that were all.
            case truncated
            /// Half of the body that was announced, then the connection is closed.
            case cutOff
            /// A lookup is answered by an edge that lags: with the version before.
            case stale
            /// `links.next` points to another host.
            case foreignNext
        }

        /// What goes wrong.
        public var kind: Kind
        /// For how many requests; `nil` until it is cleared.
        public var requests: Int?
        /// The paths it concerns begin so; `nil` for every path it makes sense for.
        public var path: String?
        /// How long, where the kind says so.
        public var seconds: Double?
        /// Which status, where the kind says so.
        public var status: Int?

        /// Makes one.
        public init(
            _ kind: Kind, requests: Int? = nil, path: String? = nil, seconds: Double? = nil, status: Int? = nil
        ) {
            self.kind = kind
            self.requests = requests
            self.path = path
            self.seconds = seconds
            self.status = status
        }

        /// Whether it is about requests to `path`.
        func concerns(_ path: String) -> Bool {
            if let prefix = self.path { return path.hasPrefix(prefix) }
            let isConnect = path.hasPrefix("/v1/") || path.hasPrefix("/v2/")
            return switch kind {
            case .unauthorized, .revoked, .agreements, .forbidden, .foreignNext: isConnect
            case .stale: !isConnect
            default: true
            }
        }
    }
}
