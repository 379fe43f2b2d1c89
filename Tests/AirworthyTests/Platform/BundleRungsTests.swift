import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct BundleRungsTests {
    private static func profile(_ members: String) -> Data {
        Data([0x30, 0x80, 0xFF, 0x00])
            + Data(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict>\(members)</dict></plist>
                """.utf8) + Data([0x00, 0xA0, 0xFE])
    }

    private static let devices = "<key>ProvisionedDevices</key><array><string>0</string></array>"
    private static let debuggable = "<key>Entitlements</key><dict><key>get-task-allow</key><true/></dict>"
    private static let notDebuggable = "<key>Entitlements</key><dict><key>get-task-allow</key><false/></dict>"

    @Test(
        arguments: [
            (profile(devices + debuggable), .profile(.development)), (profile(debuggable), .profile(.development)),
            (profile(devices + notDebuggable), .profile(.adHoc)),
            (profile("<key>ProvisionsAllDevices</key><true/>" + notDebuggable), .profile(.enterprise)),
            (profile(notDebuggable), .profile(.store)), (profile(""), .profile(.store)),
            (Data(), .profile(.unreadable)),
            (Data("<?xml version=\"1.0\"?><plist>".utf8), .profile(.unreadable)),
            (Data("<?xml </plist>".utf8), .profile(.unreadable)), (Data("</plist><?xml".utf8), .profile(.unreadable)),
        ] as [(Data, ChannelFinding)])
    func `the kind of a provisioning profile is read from its property list`(_ data: Data, _ expected: ChannelFinding)
        throws
    {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("embedded.mobileprovision")
            #expect(ProfileRung(file: file).findNow() == .absent)
            try data.write(to: file)
            #expect(ProfileRung(file: file).findNow() == expected)
        }
    }

    @Test func `without files in the bundle there is no evidence`() {
        #expect(ProfileRung(file: nil).findNow() == .absent)
        #expect(ReceiptRung(file: nil).findNow() == .absent)
    }

    @Test func `the receipt rung finds the file name and whether the file exists`() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("sandboxReceipt")
            #expect(ReceiptRung(file: file).findNow() == .receipt(name: "sandboxReceipt", exists: false))
            try Data().write(to: file)
            #expect(ReceiptRung(file: file).findNow() == .receipt(name: "sandboxReceipt", exists: true))
        }
    }

    @Test(arguments: [("JPN", "JP"), ("us", "US"), ("", nil), ("Moon", nil), (nil, nil)] as [(String?, String?)])
    func `the storefront reader accepts two or three letters only`(_ told: String?, _ expected: String?) async {
        #expect(await StorefrontReader(countryCode: { told }).current?.code == expected)
    }

    @Test func `on Linux the detected channel is unknown`() async {
        let store = MemoryChannelStore()
        let detector = ChannelDetector(
            version: "1.0", build: "1", host: .current, rungs: ChannelHost.standardRungs, store: store,
            sleep: FakeSleep.passed)
        let detected = await detector.detect()
        #expect(detected.channel == .unknown)
        #expect(store.written.withLock { $0 }.isEmpty)
    }
}

private func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("airworthy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
}
