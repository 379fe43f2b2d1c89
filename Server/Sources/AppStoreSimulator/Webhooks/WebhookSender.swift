import AsyncHTTPClient
import Crypto
import NIOCore
import NIOHTTP1
import OutgoingHTTP
import ServiceLifecycle

/// A webhook delivery with its signature.
struct SignedDelivery: Sendable {
    let id: String
    let url: String
    let body: [UInt8]
    let signature: String
    /// The seconds before it is sent.
    let delay: Double

    /// Signs a delivery; `nil` if its event or webhook no longer exists.
    init?(_ delivery: DeliveryRecord, in world: World, delay: Double) {
        guard let event = world.events.last(where: { $0.id == delivery.event }),
            let hook = world.webhooks.first(where: { $0.id == delivery.webhook })
        else { return nil }
        id = delivery.id
        url = delivery.url
        body = Array(event.payload.utf8)
        signature = Self.signature(of: body, secret: hook.secret)
        self.delay = delay
    }

    static func signature(of body: [UInt8], secret: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Array(secret.utf8)))
        let digits = Array("0123456789abcdef".utf8)
        let hex = code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "hmacsha256=" + String(decoding: hex, as: UTF8.self)
    }
}

/// Sends webhook deliveries, each once: Apple documents no retries.
struct WebhookSender {
    let engine: SimulatorEngine
    private static let timeout = TimeAmount.seconds(5)
    private static let bodyLimit = 16 * 1024

    func run() async {
        let client = HTTPClient.guarded(connectTimeout: Self.timeout)
        await withDiscardingTaskGroup { group in
            for await delivery in engine.outgoing {
                group.addTask { await send(delivery, with: client) }
            }
            group.cancelAll()
        }
        try? await client.shutdown()
    }

    private func send(_ delivery: SignedDelivery, with client: HTTPClient) async {
        do {
            // The delay is in real time because the receiver's clock is.
            if delivery.delay > 0 { try await Task.sleep(for: .seconds(delivery.delay)) }
            var request = HTTPClientRequest(url: delivery.url)
            request.method = .POST
            request.headers = [
                "Content-Type": "application/json", "User-Agent": "AppStoreConnect",
                "x-apple-signature": delivery.signature,
            ]
            request.body = .bytes(ByteBuffer(bytes: delivery.body))
            let response = try await client.execute(request, timeout: Self.timeout)
            let body = try? await response.body.collect(upTo: Self.bodyLimit)
            engine.recordDelivery(
                delivery.id, status: Int(response.status.code), body: body.map { String(buffer: $0) }, error: nil)
        } catch {
            engine.recordDelivery(delivery.id, status: nil, body: nil, error: "the request failed: \(error)")
        }
    }
}
