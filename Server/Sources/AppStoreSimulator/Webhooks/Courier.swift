import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import ServerSupport
import ServiceLifecycle

/// Delivers events, each once: nothing is documented of a second attempt.
struct Courier {
    let engine: Engine
    private static let patience = TimeAmount.seconds(5)
    private static let bodyLimit = 16 * 1024

    /// Runs until it is cancelled.
    func run() async {
        let client = HTTPClient.guarded(connectTimeout: Self.patience)
        await withDiscardingTaskGroup { group in
            for await parcel in engine.outgoing {
                group.addTask { await deliver(parcel, by: client) }
            }
            group.cancelAll()
        }
        try? await client.shutdown()
    }

    private func deliver(_ parcel: Parcel, by client: HTTPClient) async {
        do {
            // In real time: it is on its way while the receiver's clock runs on.
            if parcel.delay > 0 { try await Task.sleep(for: .seconds(parcel.delay)) }
            var request = HTTPClientRequest(url: parcel.url)
            request.method = .POST
            request.headers = [
                "Content-Type": "application/json", "User-Agent": "AppStoreConnect",
                "x-apple-signature": parcel.signature,
            ]
            request.body = .bytes(ByteBuffer(bytes: parcel.body))
            let answer = try await client.execute(request, timeout: Self.patience)
            let body = try? await answer.body.collect(upTo: Self.bodyLimit)
            engine.delivered(
                parcel.id, status: Int(answer.status.code), body: body.map { String(buffer: $0) }, error: nil)
        } catch {
            engine.delivered(parcel.id, status: nil, body: nil, error: "the request failed: \(error)")
        }
    }
}
