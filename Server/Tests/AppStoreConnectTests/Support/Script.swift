import Foundation
import OutgoingHTTP
import Synchronization

@testable import AppStoreConnect

/// A scripted App Store Connect: it answers in turn (the last answer again and again), records requests, and has a
/// clock that stands still.
final class Script: Sendable {
    typealias Answer = Result<HTTPTransport.Response, HTTPTransport.Failure>

    private struct State {
        var answers: [Answer]
        var requests: [HTTPTransport.Request] = []
        var slept: [Duration] = []
        var now: Date
        var random = 0.5
    }

    private let state: Mutex<State>

    init(_ answers: Answer..., now: Date = .start) { state = Mutex(State(answers: answers, now: now)) }
    init(_ answers: [Answer], now: Date = .start) { state = Mutex(State(answers: answers, now: now)) }

    var requests: [HTTPTransport.Request] { state.withLock { $0.requests } }
    var urls: [String] { requests.map(\.url) }
    /// The seconds slept between attempts.
    var slept: [Double] { state.withLock { $0.slept.map { $0 / .seconds(1) } } }
    var tokens: [String] { requests.map { String(field("Authorization", of: $0)?.dropFirst(7) ?? "") } }
    var now: Date {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }
    var random: Double {
        get { state.withLock { $0.random } }
        set { state.withLock { $0.random = newValue } }
    }

    func field(_ name: String, of request: HTTPTransport.Request) -> String? {
        request.headers.first { $0.name == name }?.value
    }

    /// Returns a client of the script. Waiting moves the clock on.
    func client(
        _ key: APIKey? = nil, baseURL: String = AppStoreConnectClient.host, budget: CallBudget? = nil
    ) throws -> AppStoreConnectClient {
        try AppStoreConnectClient(
            key: key ?? .sample(), baseURL: baseURL,
            transport: HTTPTransport { request throws(HTTPTransport.Failure) in try self.answer(request).get() },
            budget: budget ?? CallBudget { self.now }, now: { self.now },
            sleep: { duration in
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.slept.append(duration)
                    state.now += duration / .seconds(1)
                }
            },
            random: { self.random })
    }

    private func answer(_ request: HTTPTransport.Request) -> Answer {
        state.withLock { state in
            state.requests.append(request)
            guard let answer = state.answers.first else { return .failure(.unreachable("the script is over")) }
            if state.answers.count > 1 { state.answers.removeFirst() }
            return answer
        }
    }
}

extension Date {
    static let start = Date(timeIntervalSince1970: 1_795_210_135.75)
}

extension Result where Success == HTTPTransport.Response, Failure == HTTPTransport.Failure {
    static func json(_ body: String, status: Int = 200, _ headers: [(String, String)] = []) -> Self {
        .success(.init(status: status, headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8)))
    }

    /// An error response in Apple's form.
    static func refusal(_ status: Int, _ code: String, _ headers: [(String, String)] = []) -> Self {
        .json(
            #"{"errors":[{"status":"\#(status)","code":"\#(code)","title":"t","detail":"why"}]}"#, status: status,
            headers)
    }

    static let emptyList = Self.json(#"{"data":[],"links":{"self":"x"}}"#)
    static let apps = Self.json(
        #"{"data":[{"type":"apps","id":"12","attributes":{"bundleId":"com.example.hashtags","name":"Hashtags"}}]}"#)
}
