import Foundation

// Declarations of Apple's Foundation that the open-source one lacks. Compiled into each type-checked module, because an
// extension cannot be added to an existing module.

extension Bundle {
    @available(iOS, introduced: 7.0, deprecated: 18.0)
    @available(macOS, introduced: 10.7, deprecated: 15.0)
    @available(tvOS, introduced: 9.0, deprecated: 18.0)
    var appStoreReceiptURL: URL? { nil }
}

extension FileManager {
    func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}

extension ProcessInfo {
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    var isiOSAppOnMac: Bool { false }
}

extension URLRequest {
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
    var allowsConstrainedNetworkAccess: Bool {
        get { true }
        set {}
    }
}
