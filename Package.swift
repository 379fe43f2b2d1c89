// swift-tools-version: 6.2
import PackageDescription

// Xcode builds packages added by URL with -suppress-warnings, which the compiler refuses together with -warnings-as-errors.
// So warnings are errors only where the environment asks for it, as scripts/lib.sh does.
let strict: [SwiftSetting] =
    Context.environment["AIRWORTHY_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : []

let settings: [SwiftSetting] =
    strict + [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

let crypto: Target.Dependency = .product(
    name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux], traits: ["SwiftCrypto"]))

let package = Package(
    name: "airworthy",
    defaultLocalization: "en",
    platforms: [.iOS(.v15), .macOS(.v12), .macCatalyst(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [
        .library(name: "Airworthy", targets: ["Airworthy"]),
        .library(name: "AirworthyUI", targets: ["AirworthyUI"]),
        // Channel detection alone, without anything else in this package.
        .library(name: "AirworthyChannel", targets: ["AirworthyChannel"]),
        .library(name: "AirworthyTexts", targets: ["AirworthyTexts"]),
        .library(name: "AirworthyPolicy", targets: ["AirworthyPolicy"]),
        .library(name: "AirworthyTrust", targets: ["AirworthyTrust"]),
        // The tools of authors: linter, signing, other formats. Apps do not link it.
        .library(name: "AirworthyAuthoring", targets: ["AirworthyAuthoring"]),
        // What a policy would do to many installations, for the server and the command line.
        .library(name: "AirworthyFleet", targets: ["AirworthyFleet"]),
        // Shared with the server package. Not API for apps: it may change in any release.
        .library(name: "AirworthySupport", targets: ["AirworthySupport"]),
    ],
    traits: [
        .trait(
            name: "SwiftCrypto",
            description: "Use swift-crypto where CryptoKit is missing (Linux). Without it nothing is fetched.")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", "4.0.0"..<"6.0.0")
    ],
    targets: [
        .target(name: "AirworthyChannel", swiftSettings: settings),
        .target(name: "AirworthyPolicy", swiftSettings: settings),
        .target(name: "AirworthyFleet", dependencies: ["AirworthyPolicy"], swiftSettings: settings),
        .target(name: "AirworthySupport", dependencies: ["AirworthyPolicy"], swiftSettings: settings),
        .target(
            name: "AirworthyTrust", dependencies: ["AirworthyPolicy", "AirworthySupport", crypto],
            swiftSettings: settings),
        .target(
            name: "AirworthyAuthoring", dependencies: ["AirworthyPolicy", "AirworthyTrust", crypto],
            swiftSettings: settings),
        .target(
            name: "Airworthy",
            dependencies: ["AirworthyChannel", "AirworthyPolicy", "AirworthySupport", "AirworthyTrust"],
            resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: settings),
        // What screens say, in 19 languages, for views, the server and the command line.
        .target(
            name: "AirworthyTexts", dependencies: ["AirworthyPolicy"], resources: [.process("Resources")],
            swiftSettings: settings),
        .target(
            name: "AirworthyUI", dependencies: ["Airworthy", "AirworthyPolicy", "AirworthyTexts"],
            swiftSettings: settings),
        .testTarget(
            name: "AirworthyPolicyTests",
            dependencies: ["AirworthyAuthoring", "AirworthyFleet", "AirworthyPolicy", crypto],
            swiftSettings: settings),
        .testTarget(
            name: "AirworthySupportTests", dependencies: ["AirworthySupport", "AirworthyPolicy"],
            swiftSettings: settings),
        .testTarget(
            name: "AirworthyTrustTests",
            dependencies: ["AirworthyAuthoring", "AirworthyTrust", "AirworthySupport", "AirworthyPolicy"],
            swiftSettings: settings),
        .testTarget(
            name: "AirworthyTests",
            dependencies: [
                "Airworthy", "AirworthyAuthoring", "AirworthyChannel", "AirworthyTrust", "AirworthySupport",
                "AirworthyPolicy",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AirworthyUITests", dependencies: ["AirworthyUI", "AirworthyTexts", "Airworthy", "AirworthyPolicy"],
            swiftSettings: settings),
    ]
)
