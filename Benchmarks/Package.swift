// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "airworthy-benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "airworthy-bench", targets: ["AirworthyBench"])
    ],
    dependencies: [
        .package(name: "airworthy", path: "..", traits: ["SwiftCrypto"])
    ],
    targets: [
        .executableTarget(
            name: "AirworthyBench",
            dependencies: [
                .product(name: "Airworthy", package: "airworthy"),
                .product(name: "AirworthyPolicy", package: "airworthy"),
                .product(name: "AirworthyTrust", package: "airworthy"),
            ],
            swiftSettings: settings)
    ]
)
