// swift-tools-version: 6.2
// Stubs of Apple's frameworks, with which adapters and views run in tests on Linux. No product depends on this
// package; its sources of Airworthy are links. scripts/typecheck-apple uses the same stubs, and those of CryptoKit, AppKit
// and Combine, which exist for type-checking only. At run time OpenCombine replaces Combine.
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let stub: [SwiftSetting] = [.swiftLanguageMode(.v5)]
let core: [Target.Dependency] = ["StoreKit", "MarketplaceKit", "OSLog", "Combine", "UIKit", "BackgroundTasks"]
let views: [Target.Dependency] = core + ["SwiftUI", "CoreImage", "_Testing_UIKit"]

let package = Package(
    name: "airworthy-shims",
    defaultLocalization: "en",
    dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")],
    targets: [
        .target(name: "StoreKit", swiftSettings: stub),
        .target(name: "MarketplaceKit", swiftSettings: stub),
        .target(name: "OSLog", swiftSettings: stub),
        .target(name: "BackgroundTasks", swiftSettings: stub),
        .target(name: "AppIntents", swiftSettings: stub),
        .target(
            name: "Combine", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")],
            path: "Runtime/Combine", swiftSettings: stub),
        .target(name: "UIKit", swiftSettings: stub),
        .target(name: "CoreGraphics", swiftSettings: stub),
        .target(name: "CoreImage", dependencies: ["CoreGraphics"], swiftSettings: stub),
        .target(name: "_Testing_UIKit", path: "Runtime/_Testing_UIKit"),
        .target(name: "SwiftUI", dependencies: ["Combine", "UIKit", "CoreGraphics"], swiftSettings: stub),
        .target(name: "AirworthyChannel", dependencies: core, swiftSettings: settings),
        .target(name: "AirworthyPolicy", swiftSettings: settings),
        .target(name: "AirworthyFleet", dependencies: ["AirworthyPolicy"], swiftSettings: settings),
        .target(name: "AirworthySupport", dependencies: ["AirworthyPolicy"], swiftSettings: settings),
        .target(
            name: "AirworthyTrust", dependencies: ["AirworthyPolicy", "AirworthySupport"], swiftSettings: settings),
        .target(
            name: "AirworthyAuthoring", dependencies: ["AirworthyPolicy", "AirworthyTrust"], swiftSettings: settings),
        // A module can import only modules that are compiled before it, so the stubs come first.
        .target(
            name: "Airworthy",
            dependencies: ["AirworthyChannel", "AirworthyPolicy", "AirworthySupport", "AirworthyTrust"] + core,
            swiftSettings: settings),
        .target(
            name: "AirworthyTexts", dependencies: ["AirworthyPolicy"], resources: [.process("Resources")],
            swiftSettings: settings),
        .target(
            name: "AirworthyUI", dependencies: ["Airworthy", "AirworthyPolicy", "AirworthyTexts"] + views,
            swiftSettings: settings),
        .target(
            name: "TreePictures", dependencies: ["AirworthyUI", "Airworthy", "AirworthyPolicy"] + views,
            swiftSettings: settings),
        .executableTarget(name: "tree-pictures", dependencies: ["TreePictures"], swiftSettings: settings),
        .testTarget(
            name: "AdapterTests",
            dependencies: ["Airworthy", "AirworthyChannel", "AirworthyTrust", "AirworthyPolicy"] + core,
            swiftSettings: settings),
        .testTarget(
            name: "SnippetTests", dependencies: ["AirworthyUI", "Airworthy", "AirworthyPolicy", "AppIntents"] + views,
            swiftSettings: settings),
        .testTarget(
            name: "UITests",
            dependencies: ["AirworthyUI", "AirworthyTexts", "Airworthy", "AirworthyTrust", "AirworthyPolicy"] + views,
            swiftSettings: settings),
        .testTarget(name: "EvaluatorTests", dependencies: views, swiftSettings: settings),
        .testTarget(
            name: "PictureTests", dependencies: ["TreePictures"] + views, swiftSettings: settings),
    ]
)
