@_spi(Testing) import Airworthy
import AirworthyPolicy
import Foundation

/// One launch of the app.
final class RunningApp: Sendable {
    let client: Airworthy
    private let clock: DeviceClock
    private let log: EventLog
    /// The state before any source has answered.
    let launched: JSONValue

    init(setup: Airworthy.Setup, device: DeviceOptions, transport: Airworthy.Transport) throws {
        let clock = DeviceClock(try device.start())
        let options = Airworthy.Options(
            installation: try device.installation(), folder: URL(fileURLWithPath: device.store, isDirectory: true),
            appKey: "linux-client", transport: transport, deadline: 30, checkIns: try device.checkInSwitch())
        client = Airworthy(
            setup, options: options, timeZone: try device.zone(), now: { clock.now },
            sleep: { try await clock.sleep($0) })
        self.clock = clock
        log = EventLog(of: client)
        launched = Self.state(of: client, adding: ["screen": Self.show(on: .launch, of: client)], events: [])
    }

    /// Executes a command, and returns the state afterwards with the events since the last command.
    func answer(to command: Command) async -> JSONValue {
        var result: JSONObject
        do {
            result = try await perform(command)
        } catch {
            result = ["error": .string("\(error)")]
        }
        // The events of a command include the check-in that follows from it.
        await client.finishCheckIn()
        return Self.state(of: client, adding: result, events: await log.takeEvents())
    }

    private func perform(_ command: Command) async throws -> JSONObject {
        switch command.name {
        case "state": break
        case "settle": _ = await client.launchDecision(timeout: 3_600)
        case "present":
            guard let trigger = Presentation.Trigger(rawValue: command.argument) else {
                throw UnknownCommand(command)
            }
            return ["screen": Self.show(on: trigger, of: client)]
        case "answer":
            guard let answer = PromptAnswer(rawValue: command.argument) else { throw UnknownCommand(command) }
            client.answer(answer, to: client.decision)
        case "store": client.didOpenStore(for: client.decision, succeeded: command.argument == "opened")
        case "check": return ["check": (await client.check()).jsonValue]
        case "background": client.enteredBackground()
        case "foreground":
            await client.enteredForeground()
            return ["screen": Self.show(on: .foreground, of: client)]
        case "advance":
            guard let seconds = TimeInterval(command.argument) else { throw UnknownCommand(command) }
            clock.advance(by: seconds)
        case "wait":
            for await decision in client.decisions where try command.matches(decision) { break }
        case "testflight":
            let report = try await client.checkTestFlight()
            let newest = report.newest.map { "\(InstalledBuild(version: $0.version, build: $0.build))" }
            return [
                "testflight": .string(["\(report.availability)", newest].compactMap(\.self).joined(separator: " ")),
                "links": .array(report.links.map { .string($0) }),
            ]
        default: throw UnknownCommand(command)
        }
        return [:]
    }

    /// Presents the current decision, as an app does.
    private static func show(on trigger: Presentation.Trigger, of client: Airworthy) -> JSONValue {
        let presentation = client.presentation(trigger)
        client.didShow(presentation)
        return presentation.jsonValue
    }

    private static func state(
        of client: Airworthy, adding result: JSONObject, events: [AirworthyEvent]
    ) -> JSONValue {
        var object = result
        let features = client.snapshot().values.sorted { $0.key < $1.key }
        object["features"] = .object(JSONObject(features.map { JSONObject.Member(key: $0.key, value: $0.value) }))
        object["events"] = .array(events.map(\.jsonValue))
        object["decision"] = client.decision.jsonValue
        object["channel"] = .string(client.channel.description)
        object["installID"] = client.installation.installID.map(JSONValue.string)
        return .object(object)
    }
}
