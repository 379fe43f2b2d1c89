import AirworthyPolicy
import Foundation

extension FuzzTarget {
    /// Periods, dates, URLs, numbers, and names of platforms, channels and storefronts.
    static let scalars = FuzzTarget(name: "scalars") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if let period = try? Period(text) {
            check(period.seconds >= 0, "no period is negative")
            check((try? Period(period.description)) == period, "a written period is read as the same")
        }
        if let date = Timestamp.parse(text) {
            let written = Timestamp.format(date)
            let again = expect(Timestamp.parse(written), "a written date is read")
            check(Timestamp.format(again) == written, "a date that is read again is written as the same")
            // An offset can lead outside the years that can be written.
            let isAtTheEdge = text.hasPrefix("0000-01-01") || text.hasPrefix("9999-12-31")
            let isNear = abs(again.timeIntervalSince(date)) <= 0.000_6
            check(isAtTheEdge || isNear, "a date is written to the millisecond")
        }
        checkNames(text)
        checkLinks(text)
        if let number = JSONNumber(text) {
            check(number.isEqual(numerically: number), "a number equals itself")
            if let value = number.intValue {
                check(number.isEqual(numerically: JSONNumber(value)), "an integer is what is written")
            }
            _ = number.doubleValue
            let read = (try? JSONReader.read(text))?.jsonValue
            check(read == .number(number), "a number is JSON")
        }
    }

    private static func checkNames(_ text: String) {
        let platform = Platform(text)
        check(Platform(platform.description) == platform, "a written platform is read as the same")
        let channel = Channel(text)
        check(Channel(channel.description) == channel, "a written channel is read as the same")
        check(channel.matches(channel) != .false, "a channel matches itself")
        if let storefront = Storefront(text) {
            check(Storefront(storefront.description) == storefront, "a written storefront is read as the same")
            check(storefront.code.utf8.count == 2, "a storefront has two letters")
        }
        if let system = OperatingSystem(text) {
            check(OperatingSystem(system.description) == system, "a written system is read as the same")
        }
    }

    private static func checkLinks(_ text: String) {
        let schemes = ["https", "itms-apps", "itms-beta", "macappstore"]
        if OpenableURL.isOpenable(text) {
            check(schemes.contains(OpenableURL.scheme(of: text)?.lowercased() ?? ""), "only known schemes are opened")
            check(text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "no openable URL has spaces or control characters")
        }
        if OpenableURL.isSupportLink(text) {
            check(
                (schemes + ["mailto", "tel"]).contains(OpenableURL.scheme(of: text)?.lowercased() ?? ""),
                "only known schemes are support links")
        }
        if let id = OpenableURL.appStoreID(in: text) { check(id > 0, "an Apple ID is positive") }
        _ = OpenableURL.host(of: text)
    }
}
