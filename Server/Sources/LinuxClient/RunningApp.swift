@_spi(Testing) import Airworthy
import AirworthyPolicy
import Foundation

/// One launch of the app.
final class RunningApp: Sendable {
    let client: Airworthy
    private let clock: DeviceClock
    private let events: EventLog
    /// What is known and shown before any source is asked.
    let launched: JSONValue

    init(_ setup: Setup, _ device: DeviceOptions, hosts: [String: URL]) throws {
        let clock = DeviceClock(try device.start())
        let options = Airworthy.Options(
            installation: try device.installation(), folder: URL(fileURLWithPath: device.store, isDirectory: true),
            appKey: "linux-client", transport: .reaching(hosts), deadline: 30)
        client = Airworthy(
            setup, options: options, timeZone: try device.zone(), now: { clock.now },
            sleep: { try await clock.sleep($0) })
        self.clock = clock
        events = EventLog(client)
        launched = Self.state(client, ["screen": Self.show(client, .launch)], events: [])
    }

    /// Lets one thing happen.
    /// - Returns: What the app knows then, and what it was told since the last time.
    func answer(to command: Command) async -> JSONValue {
        var more: JSONObject
        do {
            more = try await perform(command)
        } catch {
            more = ["error": .string("\(error)")]
        }
        return Self.state(client, more, events: await events.sinceLastTime())
    }

    private func perform(_ command: Command) async throws -> JSONObject {
        switch command.name {
        case "state": return [:]
        case "settle":
            _ = await client.launchDecision(timeout: 3_600)
            return [:]
        case "present": return ["screen": Self.show(client, try trigger(command.argument))]
        case "answer":
            guard let answer = PromptAnswer(rawValue: command.argument) else { throw Misunderstood(command) }
            client.answer(answer, to: client.decision)
            return [:]
        case "store":
            client.didOpenStore(for: client.decision, succeeded: command.argument == "opened")
            return [:]
        case "check": return ["check": (await client.check()).jsonValue]
        case "background":
            client.enteredBackground()
            return [:]
        case "foreground":
            await client.enteredForeground()
            return ["screen": Self.show(client, .foreground)]
        case "advance":
            guard let seconds = TimeInterval(command.argument) else { throw Misunderstood(command) }
            clock.advance(seconds)
            return [:]
        case "wait":
            for await decision in client.decisions where try command.describes(decision) { break }
            return [:]
        case "testflight":
            let report = try await client.checkTestFlight()
            let newest = report.newest.map { "\(InstalledBuild(version: $0.version, build: $0.build))" }
            return [
                "testflight": .string(["\(report.availability)", newest].compactMap(\.self).joined(separator: " ")),
                "links": .array(report.links.map { .string($0) }),
            ]
        default: throw Misunderstood(command)
        }
    }

    private func trigger(_ text: String) throws -> Presentation.Trigger {
        guard let trigger = Presentation.Trigger(rawValue: text) else { throw Misunderstood(text) }
        return trigger
    }

    /// Asks what to show, shows it, and says so.
    private static func show(_ client: Airworthy, _ trigger: Presentation.Trigger) -> JSONValue {
        let presentation = client.presentation(trigger)
        client.didShow(presentation)
        return presentation.jsonValue
    }

    private static func state(_ client: Airworthy, _ more: JSONObject, events: [AirworthyEvent]) -> JSONValue {
        var object = more
        let features = client.snapshot().values.sorted { $0.key < $1.key }
        object["features"] = .object(JSONObject(features.map { JSONObject.Member(key: $0.key, value: $0.value) }))
        object["events"] = .array(events.map(\.jsonValue))
        object["decision"] = client.decision.jsonValue
        object["channel"] = .string(client.channel.description)
        object["installID"] = client.installation.installID.map(JSONValue.string)
        return .object(object)
    }
}

extension Command {
    /// Whether a decision is what was waited for.
    fileprivate func describes(_ decision: Decision) throws -> Bool {
        let words = argument.split(separator: " ").map(String.init)
        switch words.first {
        case "status": return decision.status.rawValue == words.last
        case "channel": return decision.channel.description == words.last
        case "revision": return decision.revision?.description == words.last
        default: throw Misunderstood(self)
        }
    }
}

/// A line that says nothing to this app.
struct Misunderstood: Error, CustomStringConvertible {
    let description: String

    init(_ command: Command) { self.init("\(command.name) \(command.argument)") }

    init(_ text: String) { description = "`\(text)` is not understood" }
}
