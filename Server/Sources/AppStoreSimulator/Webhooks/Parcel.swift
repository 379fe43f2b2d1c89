import Crypto

/// A delivery on its way.
struct Parcel: Sendable {
    let id: String
    let url: String
    let body: [UInt8]
    /// The value of `x-apple-signature`.
    let signature: String
    /// Seconds until it is sent.
    let delay: Double

    /// - Returns: `nil` where the event or who wanted it is gone.
    init?(_ delivery: DeliveryRecord, _ world: World, delay: Double) {
        guard let event = world.events.last(where: { $0.id == delivery.event }),
            let hook = world.webhooks.first(where: { $0.id == delivery.webhook })
        else { return nil }
        id = delivery.id
        url = delivery.url
        body = Array(event.payload.utf8)
        signature = Self.signature(body, secret: hook.secret)
        self.delay = delay
    }

    static func signature(_ body: [UInt8], secret: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Array(secret.utf8)))
        let digits = Array("0123456789abcdef".utf8)
        let hex = code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "hmacsha256=" + String(decoding: hex, as: UTF8.self)
    }
}
