import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing

/// The behaviour of the views on the documentation pages. Tests of the root package compare the pages with this code.
@MainActor @Suite(.timeLimit(.minutes(5))) struct AppSnippetTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    @Test func `the view of the Airworthy page runs the client until it is removed`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (asked, ask) = AsyncStream<URL>.makeStream()
        let transport = Airworthy.Transport { request in
            ask.yield(request.url)
            return TransportResponse(
                url: request.url, status: 200,
                body: Array(#"{"url": "https://apps.apple.com/app/id42", "minimum_version": "2.0"}"#.utf8))
        }
        let options = Airworthy.Options(
            installation: Installation(version: "1.0", channel: .appstore), folder: folder, transport: transport)
        let url = try #require(URL(string: "https://files.example.com/config.json"))
        let airworthy = Airworthy(.config(url), options: options)
        #expect(!airworthy.decision.blocking)

        let host = Host { RootView(airworthy: airworthy) }
        #expect(host.text == "content")
        var questions = asked.makeAsyncIterator()
        #expect(await questions.next() == url)
        for await decision in airworthy.decisions where decision.blocking { break }
        #expect(airworthy.decision.status == .required)
        host.close()
    }

    @Test func `a preview client shows the gate in place of the content`() async {
        let host = Host { gatePreview() }
        await host.settle()
        #expect(host.text.contains("Update Required") && !host.text.contains("content"))
        host.close()
    }

    @Test func `an app's own screen shows all texts and actions and cannot close the gate`() async throws {
        var decision = Decision(.required, for: Installation(platform: .ios, version: "1.5", channel: .appstore))
        decision.update = Decision.Update(version: nil, url: "https://apps.apple.com/app/id42")
        decision.support = "https://help.example.com"
        let host = Host { withOwnScreen(.preview(decision)) }
        host.accepts = { $0.host == "help.example.com" }
        await host.settle()
        #expect(host.text.contains("Update Required"))
        #expect(host.buttons == ["Update", "Check Again", "Contact Support"])
        for button in host.buttons {
            try host.press(button)
            await host.settle()
        }
        #expect(host.text.contains("The App Store couldn’t be opened."))
        #expect(host.opened.last?.absoluteString == "https://help.example.com")
        #expect(!host.text.contains("content"))
        host.close()
    }

    @Test func `a preview can set another language`() async {
        let decision = Decision(.maintenance, for: Installation(version: "1.5", channel: .appstore))
        let host = Host { inJapanese(.preview(decision)) }
        await host.settle()
        #expect(host.text.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) })
        #expect(!host.text.contains("Check Again"))
        host.close()
    }
}
