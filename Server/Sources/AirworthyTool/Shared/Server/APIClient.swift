import AirworthyPolicy
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import OutgoingHTTP

/// A client for the server's admin API.
///
/// It sends the token to the given address only and follows no redirects. The time and the size of a response are
/// limited.
struct APIClient {
    let address: ServerAddress
    let token: BearerToken
    private let timeout: TimeAmount
    private let http: HTTPClient

    init(
        address: ServerAddress, token: BearerToken, timeout seconds: Int, trusting authorities: CertificateAuthorities?
    ) {
        self.address = address
        self.token = token
        timeout = .seconds(Int64(seconds))
        http = .guarded(
            connectTimeout: min(timeout, .seconds(5)), readTimeout: timeout, idleTimeout: .seconds(10),
            trusting: authorities)
    }

    /// Closes the connections. Call it once.
    func close() async { try? await http.shutdown() }

    /// Sends a request, and returns a response with status 2xx. Says on a terminal what it waits for.
    func send(_ request: APIRequest) async throws(APIError) -> APIResponse {
        let outcome: Result<APIResponse, APIError> = await ProgressLine.during("waiting for \(address)") {
            do throws(APIError) {
                return .success(try await answer(to: request))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func answer(to request: APIRequest) async throws(APIError) -> APIResponse {
        let head: HTTPClientResponse
        let body: [UInt8]
        do {
            let deadline = NIODeadline.now() + timeout
            head = try await http.execute(prepared(request), deadline: deadline)
            guard let whole = try await head.body.bytes(atMost: request.maximumResponse, until: deadline) else {
                throw APIError.unexpected("answered more than \(request.maximumResponse >> 20) MiB")
            }
            body = whole
        } catch {
            throw APIError(transport: error, advice: request.adviceIfLost)
        }
        let status = Int(head.status.code)
        switch status {
        case 200..<300:
            return APIResponse(
                entityTag: head.headers.first(name: "ETag"),
                policyVersion: head.headers.first(name: "Airworthy-Policy-Version").flatMap { Int($0) }, body: body)
        case 300..<400:
            let target = head.headers.first(name: "Location").map { " to \($0.prefix(200))" } ?? ""
            throw .unexpected("redirects\(target); redirects are not followed, to keep the token private")
        default:
            let retryAfter = head.headers.first(name: "Retry-After").flatMap { Int($0) }
            throw Self.refusal(status: status, body: body, retryAfter: retryAfter)
        }
    }

    private func prepared(_ request: APIRequest) -> HTTPClientRequest {
        var prepared = HTTPClientRequest(url: address.text + request.target)
        prepared.method = HTTPMethod(rawValue: request.method)
        prepared.headers.add(name: "Authorization", value: "Bearer \(token.secret)")
        prepared.headers.add(name: "Accept", value: "application/json, application/problem+json")
        prepared.headers.add(name: "User-Agent", value: "airworthy/\(toolVersion)")
        for field in request.headers { prepared.headers.add(name: field.name, value: field.value) }
        if request.method == "POST", prepared.headers.first(name: "Content-Type") == nil {
            // Not even a POST without a body may look like one of an HTML form; the server refuses those.
            prepared.headers.add(name: "Content-Type", value: "application/json")
        }
        if let body = request.body { prepared.body = .bytes(ByteBuffer(bytes: body)) }
        return prepared
    }

    private static func refusal(status: Int, body: [UInt8], retryAfter: Int?) -> APIError {
        if let json = try? JSONReader.read(body).jsonValue,
            let problem = APIProblem(status: status, json: json, retryAfter: retryAfter)
        {
            return .problem(problem)
        }
        return [429, 502, 503, 504].contains(status)
            ? .gateway(status) : .unexpected("answered \(status) without a reason")
    }
}
