// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "airworthy-server",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "airworthy", targets: ["AirworthyTool"])
    ],
    dependencies: [
        // Named, because a path dependency otherwise takes the name of the folder it was cloned into.
        .package(name: "airworthy", path: "..", traits: ["SwiftCrypto"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    ],
    targets: [
        .executableTarget(
            name: "AirworthyTool",
            dependencies: [
                .product(name: "AirworthyPolicy", package: "airworthy"),
                .product(name: "AirworthyTrust", package: "airworthy"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AirworthyToolTests",
            dependencies: [
                "AirworthyTool",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
    ]
)
