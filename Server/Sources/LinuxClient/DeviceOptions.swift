import Airworthy
import AirworthyPolicy
import ArgumentParser
import Foundation

/// The device, and the copy of the app on it.
struct DeviceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder that lasts from launch to launch.", valueName: "dir"))
    var store: String

    @Option(help: ArgumentHelp("CFBundleShortVersionString.", valueName: "version"))
    var appVersion: String

    @Option(help: ArgumentHelp("CFBundleVersion.", valueName: "build"))
    var build: String?

    @Option(help: ArgumentHelp("How the copy was distributed.", valueName: "channel"))
    var channel = "unknown"

    @Option(help: ArgumentHelp("The platform of the app.", valueName: "name"))
    var platform = "ios"

    @Option(help: ArgumentHelp("The system, as in `iOS 17.4`.", valueName: "system"))
    var os: String?

    @Option(help: ArgumentHelp("The language the app shows.", valueName: "tag"))
    var language: String?

    @Option(help: ArgumentHelp("The country of the account.", valueName: "code"))
    var storefront: String?

    @Option(
        help: ArgumentHelp("What the device's clock says at the launch. (default: the right time)", valueName: "time"))
    var clock: String?

    @Option(help: ArgumentHelp("Where the device is, e.g. Asia/Tokyo.", valueName: "zone"))
    var timeZone = "UTC"

    /// The facts of this copy.
    func installation() throws -> Installation {
        Installation(
            platform: Platform(platform), version: appVersion, build: try build.map { try BuildNumber($0) },
            channel: Channel(channel), os: try os.map { try Self.read($0, "--os", OperatingSystem.init) },
            language: language, storefront: try storefront.map { try Self.read($0, "--storefront", Storefront.init) })
    }

    func zone() throws -> TimeZone { try Self.read(timeZone, "--time-zone", TimeZone.init(identifier:)) }

    func start() throws -> Date { try clock.map { try Self.read($0, "--clock", Timestamp.parse) } ?? Date() }

    static func read<Value>(_ text: String, _ option: String, _ read: (String) -> Value?) throws -> Value {
        guard let value = read(text) else { throw ValidationError("\(option): `\(text)` cannot be read.") }
        return value
    }
}
