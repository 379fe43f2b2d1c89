// swift-tools-version: 6.2
// Stubs of Apple's frameworks, so that the adapters run on Linux under test. Nothing that ships depends on this package;
// its sources of Airworthy are links. scripts/typecheck-apple uses the same stubs, and those of CryptoKit, AppKit and
// Combine, which exist for type-checking only and would break what runs here.
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let stubs = ["StoreKit", "MarketplaceKit", "OSLog"]

let package = Package(
    name: "airworthy-shims",
    targets: stubs.map { .target(name: $0, swiftSettings: [.swiftLanguageMode(.v5)]) } + [
        .target(name: "AirworthyPolicy", swiftSettings: settings),
        .target(name: "AirworthyTrust", dependencies: ["AirworthyPolicy"], swiftSettings: settings),
        .target(
            name: "Airworthy",
            dependencies: ["AirworthyPolicy", "AirworthyTrust"] + stubs.map { .byName(name: $0) },
            swiftSettings: settings),
        .testTarget(
            name: "AdapterTests", dependencies: ["Airworthy", "AirworthyPolicy"] + stubs.map { .byName(name: $0) },
            swiftSettings: settings),
    ]
)
