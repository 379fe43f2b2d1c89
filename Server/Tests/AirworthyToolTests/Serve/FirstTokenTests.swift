import ControlPlane
import ControlPlaneTesting
import Foundation
import Logging
import Testing
import ToolTesting

@testable import AirworthyTool

@Suite(.timeLimit(.minutes(5))) struct FirstTokenTests {
    private func plane(_ store: MemoryStore = MemoryStore()) async throws -> ControlPlane {
        let plane = ControlPlane(store: store, signer: Signer(keys: [], keyring: nil), now: { Date() })
        try await plane.housekeeping.load()
        return plane
    }

    @Test func `the first token is shown once on a terminal, and not written to a file`() async throws {
        let folder = try ScratchFolder()
        let plane = try await plane()
        var lines: [String] = []
        for _ in 0..<2 {
            try await FirstToken.handOut(
                by: plane.tokens, directory: folder.url.path, isTerminal: true, show: { lines.append($0) })
        }
        #expect(lines.count == 1)
        let token = try #require(lines.first?.split(separator: " ").last.map(String.init))
        #expect(try plane.tokens.authenticate(token).tokenKind == .admin)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func `without a terminal the first token is written to a file, replacing an old one`() async throws {
        let folder = try ScratchFolder()
        let path = try folder.write("adm_old", to: "first-admin-token")
        let plane = try await plane()
        var lines: [String] = []
        try await FirstToken.handOut(
            by: plane.tokens, directory: folder.url.path, isTerminal: false, show: { lines.append($0) })
        let token = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines)
        #expect(try plane.tokens.authenticate(token).tokenKind == .admin)
        #expect(lines.count == 1)
        #expect(!lines[0].contains(token))
    }

    @Test func `two servers that start at once create one first token`() async throws {
        let store = MemoryStore()
        let planes = [try await plane(store), try await plane(store)]
        let folders = [try ScratchFolder(), try ScratchFolder()]
        for (plane, folder) in zip(planes, folders) {
            try await FirstToken.handOut(by: plane.tokens, directory: folder.url.path, isTerminal: false) { _ in }
        }
        let files = folders.map { FileManager.default.fileExists(atPath: $0.url.path + "/first-admin-token") }
        #expect(files == [true, false])
    }

    @Test func `a first token that cannot be written is reported as lost`() async throws {
        let plane = try await plane()
        let error = await #expect(throws: ToolError.self) {
            try await FirstToken.handOut(by: plane.tokens, directory: "/dev/null", isTerminal: false) { _ in }
        }
        #expect(error?.status == .cannotCreate)
        #expect(error?.description.contains("tokens create --local") == true)
    }

    @Test func `nobody sees a server as ready whose first token is not handed out`() async throws {
        let folder = try ScratchFolder()
        // In the way of the file.
        try FileManager.default.createDirectory(
            atPath: folder.url.path + "/first-admin-token", withIntermediateDirectories: true)
        let settings = try await ServeSettings(
            SettingReader(options: [Settings.rows.directory.key: [folder.url.path]], environment: [:]))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let components = try await ServerComponents(settings: settings, environment: [:], logger: logger)
        await #expect(throws: ToolError.self) {
            try await ServeCommand.load(components, settings: settings, logger: logger)
        }
        #expect(!components.plane.served.isReady)
        try await components.close()
    }
}
