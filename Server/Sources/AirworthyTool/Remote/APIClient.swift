import AirworthyPolicy
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import ServerSupport

/// Talks to the server.
///
/// The token goes to the address that was given and to nobody else: redirects are not followed. Answers are limited in
/// time and in size.
struct APIClient {
    /// The most bytes of an answer. Real ones have a few thousand, a manifest at most 256 KiB.
    static let maximumAnswer = 4 << 20

    let address: ServerAddress
    let token: BearerToken
    private let timeout: TimeAmount
    private let http: HTTPClient

    /// - Parameters:
    ///   - address: Where the server is.
    ///   - token: Who is asking.
    ///   - seconds: How long one answer may take.
    init(_ address: ServerAddress, _ token: BearerToken, timeout seconds: Int) {
        self.address = address
        self.token = token
        timeout = .seconds(Int64(seconds))
        http = .guarded(connectTimeout: min(timeout, .seconds(5)), readTimeout: timeout, idleTimeout: .seconds(10))
    }

    /// Gives back connections. Needed once.
    func close() async { try? await http.shutdown() }

    /// Sends a request.
    /// - Returns: The answer if its status is 2xx.
    /// - Throws: ``APIError`` for everything else.
    func send(_ request: APIRequest) async throws(APIError) -> APIAnswer {
        let head: HTTPClientResponse
        let body: [UInt8]
        do {
            let deadline = NIODeadline.now() + timeout
            head = try await http.execute(prepared(request), deadline: deadline)
            body = try await Self.read(head.body, until: deadline)
        } catch {
            throw APIError(error, advice: request.ifLost)
        }
        let status = Int(head.status.code)
        switch status {
        case 200..<300:
            return APIAnswer(
                status: status, entityTag: head.headers.first(name: "ETag"),
                policyVersion: head.headers.first(name: "Airworthy-Policy-Version").flatMap { Int($0) }, body: body)
        case 300..<400:
            let place = head.headers.first(name: "Location").map { " to \($0.prefix(200))" } ?? ""
            throw .strange("redirects\(place); redirects are not followed, since the token would go along")
        default: throw refusal(status, body, head.headers.first(name: "Retry-After").flatMap { Int($0) })
        }
    }

    private func prepared(_ request: APIRequest) -> HTTPClientRequest {
        var prepared = HTTPClientRequest(url: address.text + request.target)
        prepared.method = HTTPMethod(rawValue: request.method)
        prepared.headers.add(name: "Authorization", value: "Bearer \(token.secret)")
        prepared.headers.add(name: "Accept", value: "application/json, application/problem+json")
        prepared.headers.add(name: "User-Agent", value: "airworthy/\(toolVersion)")
        for field in request.headers { prepared.headers.add(name: field.name, value: field.value) }
        if let body = request.body { prepared.body = .bytes(ByteBuffer(bytes: body)) }
        return prepared
    }

    private static func read(_ body: HTTPClientResponse.Body, until deadline: NIODeadline) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await part in body {
            guard NIODeadline.now() < deadline else { throw HTTPClientError.deadlineExceeded }
            bytes += part.readableBytesView
            guard bytes.count <= maximumAnswer else {
                throw APIError.strange("answered more than \(maximumAnswer >> 20) MiB")
            }
        }
        return bytes
    }

    private func refusal(_ status: Int, _ body: [UInt8], _ retryAfter: Int?) -> APIError {
        if let json = try? JSONReader.read(body).jsonValue,
            let problem = Problem(status: status, json: json, retryAfter: retryAfter)
        {
            return .problem(problem)
        }
        return [429, 502, 503, 504].contains(status)
            ? .gateway(status) : .strange("answered \(status) without saying why")
    }
}
