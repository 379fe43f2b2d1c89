import Airworthy
import AirworthyPolicy
import ArgumentParser
import Foundation

/// The options that describe the device and the installed app.
struct DeviceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of the app's state, kept between launches.", valueName: "dir"))
    var store: String

    @Option(help: ArgumentHelp("CFBundleShortVersionString.", valueName: "version"))
    var appVersion: String

    @Option(help: ArgumentHelp("CFBundleVersion.", valueName: "build"))
    var build: String?

    @Option(help: ArgumentHelp("The distribution channel.", valueName: "channel"))
    var channel = "unknown"

    @Option(help: ArgumentHelp("The platform of the app.", valueName: "name"))
    var platform = "ios"

    @Option(help: ArgumentHelp("The operating system, e.g. `iOS 17.4`.", valueName: "system"))
    var os: String?

    @Option(help: ArgumentHelp("The language of the app.", valueName: "tag"))
    var language: String?

    @Option(help: ArgumentHelp("The storefront of the account.", valueName: "code"))
    var storefront: String?

    @Option(help: ArgumentHelp("The device's clock at launch. (default: the current time)", valueName: "time"))
    var clock: String?

    @Option(help: ArgumentHelp("The time zone of the device, e.g. Asia/Tokyo.", valueName: "zone"))
    var timeZone = "UTC"

    @Option(help: ArgumentHelp("Send check-ins to the source `server`, as release builds do.", valueName: "on|off"))
    var checkIns = "off"

    func installation() throws -> Installation {
        Installation(
            platform: Platform(platform), version: appVersion, build: try build.map { try BuildNumber($0) },
            channel: Channel(channel),
            os: try os.map { try Self.parse($0, option: "--os", with: OperatingSystem.init) },
            language: language,
            storefront: try storefront.map { try Self.parse($0, option: "--storefront", with: Storefront.init) })
    }

    func zone() throws -> TimeZone {
        try Self.parse(timeZone, option: "--time-zone", with: TimeZone.init(identifier:))
    }

    func checkInSwitch() throws -> Airworthy.CheckIns {
        try Self.parse(checkIns, option: "--check-ins", with: Airworthy.CheckIns.init(rawValue:))
    }

    func start() throws -> Date {
        try clock.map { try Self.parse($0, option: "--clock", with: Timestamp.parse) } ?? Date()
    }

    static func parse<Value>(_ text: String, option: String, with parse: (String) -> Value?) throws -> Value {
        guard let value = parse(text) else { throw ValidationError("\(option): `\(text)` is not a valid value.") }
        return value
    }
}
