import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing
@_spi(Shim) import UIKit

@testable import AirworthyUI

@Suite(.timeLimit(.minutes(5))) @MainActor struct DebugViewTests {
    private let world = FakeWorld()

    @Test func `the panel shows the installation, the policy, the decision and its trace`() async {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        _ = await airworthy.check()
        let host = Host { AirworthyDebugView(airworthy) }
        await host.settle()
        for words in ["Installed app", "Policy in force", "Decision", "Rules", "required", "https://files.example.com"]
        {
            #expect(host.text.contains(words))
        }
    }

    @Test func `simulating another version does not change the decision`() async throws {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        _ = await airworthy.check()
        let host = Host { AirworthyDebugView(airworthy) }
        await host.settle()
        #expect(host.text.contains("Status required"))
        try host.enter("2.5", into: "Version")
        #expect(host.text.contains("Status ok") && host.text.contains("For version 2.5"))
        #expect(airworthy.decision.status == .required)
    }

    @Test func `a channel can be simulated and reset`() async throws {
        let airworthy = world.launch(Samples.config, channel: .unknown)
        let host = Host { AirworthyDebugView(airworthy) }
        await host.settle()
        try host.enter("testflight.internal", into: "Channel")
        await host.settle()
        #expect(airworthy.channel == .testflight(.internal))
        #expect(host.text.contains("Channel testflight.internal"))
        try host.enter("as detected", into: "Channel")
        await host.settle()
        #expect(airworthy.channel == .unknown)
    }

    @Test func `a simulated channel stays after the panel closes`() async throws {
        let airworthy = world.launch(Samples.config, channel: .unknown)
        airworthy.overrideChannel(.adhoc)
        for _ in 1...2 {
            let host = Host { AirworthyDebugView(airworthy) }
            await host.settle()
            #expect(airworthy.channel == .adhoc)
            #expect(host.text.contains("Channel adhoc"))
            host.close()
        }
    }

    @Test func `Check now sends a new request`() async throws {
        world.disconnect(Samples.files)
        let airworthy = world.launch(Samples.config)
        let host = Host { AirworthyDebugView(airworthy) }
        await host.settle()
        #expect(world.requests.isEmpty)
        try host.press("Check now")
        await host.settle()
        #expect(world.requests.count == 1)
    }

    @Test func `the summary is copied as a whole`() async throws {
        try await UIApplication.test { device in
            let airworthy = world.launch(Samples.config)
            airworthy.setAttribute("tora@example.com", for: "mail")
            let host = Host { AirworthyDebugView(airworthy) }
            await host.settle()
            #expect(host.text.contains("Copy the report \(airworthy.summary)"))
            #expect(device.copied == nil && !host.text.contains("Copied"))
            try host.press("Copy the report")
            #expect(device.copied == airworthy.summary)
            #expect(host.text.contains("Copied"))
            airworthy.overrideChannel(.adhoc)
            await host.settle()
            try host.press("Copy the report")
            #expect(device.copied == airworthy.summary, "it can be copied again")
        }
    }

    @Test func `the QR code contains the short report`() async throws {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let airworthy = world.launch(Samples.config)
        _ = await airworthy.check()
        let host = Host { AirworthyDebugView(airworthy) }
        await host.settle()
        let code = try #require(host.find(label: "QR code of the short report"))
        #expect(code.kind == "image" && code.attributes["text"] == airworthy.shortReport)
        #expect(airworthy.shortReport.hasPrefix("status: required\n"))
    }
}
