import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
struct ScenarioFile: Sendable {
    init() {}
    init(_ json: JSON) throws(AppStoreSimulator.ControlError) {}
    static let demo = ScenarioFile()
}
final class Engine: Sendable {
    init(
        scenario: AppStoreSimulator.Scenario, keys: [AppStoreSimulator.Key], now: @escaping @Sendable () -> Date,
        observe: (@Sendable (AppStoreSimulator.Exchange) -> Void)?
    ) {}
    func control(_ action: String, _ body: String) throws(AppStoreSimulator.ControlError) -> String { "" }
    func add(_ fault: AppStoreSimulator.Fault) {}
    func clearFaults() {}
    func requestCount(_ prefix: String) -> Int { 0 }
    func travel(_ seconds: Double, dateHeader: Double) {}
    func reset() {}
}
struct SimulatorServer {
    let engine: Engine
    let address: ListenAddress
    func run(_ ready: @escaping @Sendable (String) async -> Void) async throws { await ready(address.url(port: 1)) }
}
