package import Foundation

/// The evidence of the provisioning profile in ad hoc, enterprise and development builds for iOS.
package struct ProfileRung: ImmediateRung {
    private let file: URL?

    /// Creates the rung.
    /// - Parameter file: `embedded.mobileprovision`; by default the one in the main bundle.
    package init(file: URL? = Bundle.main.url(forResource: "embedded", withExtension: "mobileprovision")) {
        self.file = file
    }

    package var step: ChannelStep { .profile }

    package func findNow() -> ChannelFinding {
        guard let file else { return .absent }
        guard let data = try? Data(contentsOf: file) else {
            return FileManager.default.fileExists(atPath: file.path) ? .profile(.unreadable) : .absent
        }
        return .profile(Self.kind(of: data))
    }

    /// Returns the kind of a profile. The system has verified its signature during installation.
    /// - Parameter data: A property list inside of a CMS message.
    /// - Returns: The kind.
    private static func kind(of data: Data) -> ChannelFinding.Profile {
        guard let start = data.range(of: Data("<?xml".utf8))?.lowerBound,
            let end = data.range(of: Data("</plist>".utf8), in: start..<data.endIndex)?.upperBound,
            let list = try? PropertyListSerialization.propertyList(from: data[start..<end], format: nil),
            let members = list as? [String: Any]
        else { return .unreadable }
        let entitlements = members["Entitlements"] as? [String: Any]
        if entitlements?["get-task-allow"] as? Bool == true { return .development }
        if members["ProvisionsAllDevices"] as? Bool == true { return .enterprise }
        return members["ProvisionedDevices"] is [Any] ? .adHoc : .store
    }
}

/// The evidence of the receipt's file name, which distinguishes the sandbox from production on iOS. Its content is not read.
package struct ReceiptRung: ImmediateRung {
    private let file: URL?

    /// Creates the rung.
    /// - Parameter file: The location of the receipt, even if there is no file.
    package init(file: URL?) { self.file = file }

    package var step: ChannelStep { .receipt }

    package func findNow() -> ChannelFinding {
        guard let file else { return .absent }
        return .receipt(
            name: file.lastPathComponent, exists: FileManager.default.fileExists(atPath: file.path))
    }
}

#if !os(Linux)
extension ReceiptRung {
    /// Creates the rung for the main bundle.
    package init() { self.init(file: Bundle.main.appStoreReceiptURL) }
}
#endif
