import AirworthyPolicy
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A check-in of a simulated device, or of somebody who pretends to be one.
struct CheckInRequest: Sendable {
    struct Answer: Sendable {
        let status: Int
        /// The day that the check-in was counted on.
        let day: String?
    }

    /// The sender's address, as a trusted proxy states it.
    let address: String
    let body: String
    /// Whether the sender closes the connection before an answer can arrive.
    var isCutOff = false

    /// Sends requests over a few connections.
    /// - Parameters:
    ///   - requests: The requests, in no particular order.
    ///   - port: The server's port.
    /// - Returns: The answer to each request; `nil` for those that were cut off.
    /// - Throws: The error of a connection.
    static func send(_ requests: [CheckInRequest], to port: Int) async throws -> [Answer?] {
        let lanes = 8
        return try await withThrowingTaskGroup(of: [(Int, Answer?)].self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var answers: [(Int, Answer?)] = []
                    for index in stride(from: lane, to: requests.count, by: lanes) {
                        answers.append((index, try await requests[index].send(to: port)))
                    }
                    return answers
                }
            }
            var all = [Answer?](repeating: nil, count: requests.count)
            for try await answers in group { for (index, answer) in answers { all[index] = answer } }
            return all
        }
    }

    private func send(to port: Int) async throws -> Answer? {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/v1/apps/hashtags/check-ins")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "X-Forwarded-For", value: address)
        request.body = .bytes(ByteBuffer(string: body))
        do {
            let timeout = isCutOff ? TimeAmount.milliseconds(2) : .seconds(60)
            let response = try await HTTPClient.shared.execute(request, timeout: timeout)
            let bytes = try await response.body.collect(upTo: 1 << 16)
            let json = try? JSONReader.read(Array(bytes.readableBytesView)).jsonValue
            return isCutOff ? nil : Answer(status: Int(response.status.code), day: json?["day"]?.stringValue)
        } catch  where isCutOff {
            return nil
        }
    }
}
