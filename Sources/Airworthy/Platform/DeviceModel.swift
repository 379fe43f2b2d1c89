import Foundation

/// The devices by their names in the App Store's `supportedDevices`.
///
/// Apple documents no such names. Those below occur in real answers; of a device without an entry the list says nothing, so each release
/// counts as one for it.
enum DeviceModel {
    /// The running device; `nil` in the simulator, on a Mac, or for a device without an entry.
    static var current: String? { machine.flatMap(name) }

    /// Returns the name of a device.
    /// - Parameter identifier: The identifier of the hardware, e.g. `iPhone10,1`.
    /// - Returns: The name, e.g. `iPhone8`.
    static func name(of identifier: String) -> String? { names[identifier] }

    private static var machine: String? {
        #if os(iOS) && !targetEnvironment(simulator) && !targetEnvironment(macCatalyst)
        var info = utsname()
        guard uname(&info) == 0 else { return nil }
        return withUnsafeBytes(of: info.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        #else
        return nil
        #endif
    }

    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for (name, identifiers) in identifiersByName {
            for identifier in identifiers { names[identifier] = name }
        }
        return names
    }()

    private static let identifiersByName: [String: [String]] = [
        "iPhone5s": ["iPhone6,1", "iPhone6,2"], "iPhone6": ["iPhone7,2"], "iPhone6Plus": ["iPhone7,1"],
        "iPhone6s": ["iPhone8,1"], "iPhone6sPlus": ["iPhone8,2"], "iPhoneSE": ["iPhone8,4"],
        "iPhone7": ["iPhone9,1", "iPhone9,3"], "iPhone7Plus": ["iPhone9,2", "iPhone9,4"],
        "iPhone8": ["iPhone10,1", "iPhone10,4"], "iPhone8Plus": ["iPhone10,2", "iPhone10,5"],
        "iPhoneX": ["iPhone10,3", "iPhone10,6"], "iPhoneXR": ["iPhone11,8"], "iPhoneXS": ["iPhone11,2"],
        "iPhoneXSMax": ["iPhone11,4", "iPhone11,6"], "iPhone11": ["iPhone12,1"], "iPhone11Pro": ["iPhone12,3"],
        "iPhone11ProMax": ["iPhone12,5"], "iPhoneSESecondGen": ["iPhone12,8"], "iPhone12Mini": ["iPhone13,1"],
        "iPhone12": ["iPhone13,2"], "iPhone12Pro": ["iPhone13,3"], "iPhone12ProMax": ["iPhone13,4"],
        "iPhone13Mini": ["iPhone14,4"], "iPhone13": ["iPhone14,5"], "iPhone13Pro": ["iPhone14,2"],
        "iPhone13ProMax": ["iPhone14,3"], "iPhoneSEThirdGen": ["iPhone14,6"], "iPhone14": ["iPhone14,7"],
        "iPhone14Plus": ["iPhone14,8"], "iPhone14Pro": ["iPhone15,2"], "iPhone14ProMax": ["iPhone15,3"],
        "iPodTouchSixthGen": ["iPod7,1"], "iPodTouchSeventhGen": ["iPod9,1"],
        "iPadAir": ["iPad4,1"], "iPadAirCellular": ["iPad4,2"], "iPadMiniRetina": ["iPad4,4"],
        "iPadMiniRetinaCellular": ["iPad4,5"], "iPadAir2": ["iPad5,3"], "iPadAir2Cellular": ["iPad5,4"],
        "iPadMini4": ["iPad5,1"], "iPadMini4Cellular": ["iPad5,2"], "iPad611": ["iPad6,11"], "iPad612": ["iPad6,12"],
        "iPad75": ["iPad7,5"], "iPad76": ["iPad7,6"], "iPadSeventhGen": ["iPad7,11"],
        "iPadSeventhGenCellular": ["iPad7,12"],
    ]
}
