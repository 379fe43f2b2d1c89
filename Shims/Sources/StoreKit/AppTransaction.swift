/// A stub of Apple's `AppTransaction`, limited to the declarations in use.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
public struct AppTransaction: Sendable {
    public let environment: AppStore.Environment

    public static var shared: VerificationResult<AppTransaction> {
        get async throws {
            guard let answer = ShimAnswers.transaction else { throw ShimAnswers.NoAnswer() }
            return try await answer()
        }
    }

    @_spi(Shim) public init(environment: AppStore.Environment) { self.environment = environment }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public enum AppStore {}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
extension AppStore {
    public struct Environment: Hashable, RawRepresentable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let production = Environment(rawValue: "Production")
        public static let sandbox = Environment(rawValue: "Sandbox")
        public static let xcode = Environment(rawValue: "Xcode")
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
@frozen public enum VerificationResult<SignedType> {
    case unverified(SignedType, VerificationResult<SignedType>.VerificationError)
    case verified(SignedType)

    public enum VerificationError: Error {
        case revokedCertificate
        case invalidCertificateChain
        case invalidDeviceVerification
        case invalidEncoding
        case invalidSignature
        case missingRequiredProperties
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension VerificationResult: Sendable where SignedType: Sendable {}

/// The answer of the stub. Only tests on Linux can see it.
@_spi(Shim) @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
public enum ShimAnswers {
    public struct NoAnswer: Error {}

    @TaskLocal public static var transaction: (@Sendable () async throws -> VerificationResult<AppTransaction>)?
    @TaskLocal public static var countryCode: String?
}
