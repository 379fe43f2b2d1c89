// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let authoring: Target.Dependency = .product(name: "AirworthyAuthoring", package: "airworthy")
let client: Target.Dependency = .product(name: "Airworthy", package: "airworthy")
let fleet: Target.Dependency = .product(name: "AirworthyFleet", package: "airworthy")
let policy: Target.Dependency = .product(name: "AirworthyPolicy", package: "airworthy")
let screens: Target.Dependency = .product(name: "AirworthyTexts", package: "airworthy")
let support: Target.Dependency = .product(name: "AirworthySupport", package: "airworthy")
let trust: Target.Dependency = .product(name: "AirworthyTrust", package: "airworthy")

let package = Package(
    name: "airworthy-server",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "airworthy", targets: ["AirworthyTool"]),
        .executable(name: "linux-client", targets: ["LinuxClient"]),
        .executable(name: "airworthy-bench", targets: ["AirworthyBench"]),
        .library(name: "AppStoreSimulator", targets: ["AppStoreSimulator"]),
    ],
    dependencies: [
        // Named, because a path dependency otherwise takes the name of the folder it was cloned into.
        .package(name: "airworthy", path: "..", traits: ["SwiftCrypto"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", "4.0.0"..<"6.0.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Parts of our own that several server targets share, such as rate limits. Without dependencies.
        .target(name: "ServerSupport", swiftSettings: settings),
        // The HTTP client of every outgoing request: time and size limits, trusted certificates, no redirects.
        .target(
            name: "OutgoingHTTP",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ], swiftSettings: settings),
        // What is known about releases, who said so and how long ago. It cannot make a request.
        .target(name: "ReleaseCatalog", dependencies: ["ServerSupport", policy], swiftSettings: settings),
        // Apple's API: tokens, typed requests, errors, retries, budgets. The transport is a function.
        .target(
            name: "AppStoreConnect",
            dependencies: [
                "OutgoingHTTP", "ReleaseCatalog", "ServerSupport", policy, support,
                .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: settings),
        // When Apple is asked, and how its answers become observations of the catalog.
        .target(
            name: "ReleaseSources",
            dependencies: ["AppStoreConnect", "OutgoingHTTP", "ReleaseCatalog", "ServerSupport", policy, support],
            swiftSettings: settings),
        // A stand-in for Apple. Never imports AppStoreConnect: client and fake may not share a misunderstanding.
        .target(
            name: "AppStoreSimulator",
            dependencies: [
                "OutgoingHTTP", .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: settings),
        // What the server does, without HTTP and without SQL.
        .target(
            name: "ControlPlane",
            dependencies: [
                "ReleaseCatalog", "ServerSupport", authoring, fleet, policy, support, trust,
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        .target(
            name: "ControlPlaneTesting",
            dependencies: [
                "ControlPlane", "Persistence", "PersistenceSQLite", "ReleaseCatalog", "ServerSupport", authoring,
                policy,
                trust,
            ],
            swiftSettings: settings),
        // One schema and one store over `Driver`, without an engine.
        .target(
            name: "Persistence",
            dependencies: ["ControlPlane", "ReleaseCatalog", policy, trust],
            swiftSettings: settings + [.strictMemorySafety()]),
        .target(
            name: "PersistenceSQLite",
            dependencies: [
                "ControlPlane", "Persistence", "ServerSupport", policy, .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings + [.strictMemorySafety()]),
        // libpq, loaded when the first connection is opened.
        .target(name: "CLibPQ", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "PersistencePostgres",
            dependencies: ["CLibPQ", "ControlPlane", "Persistence", "ServerSupport", support],
            swiftSettings: settings + [.strictMemorySafety()]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // `openapi.yaml` as bytes. C's `#embed` compiles it in no time; the array literal of `.embedInCode` takes 15 s.
        .target(name: "COpenAPI"),
        // The texts of screens in 19 languages, embedded in the same way: the program is a single file without bundles.
        .target(name: "CScreenTexts"),
        // The screen of an app at its launch, for the command line and the dashboard.
        .target(name: "LaunchScreens", dependencies: ["CScreenTexts", policy, screens], swiftSettings: settings),
        // The templates, the stylesheet and the script of the dashboard, embedded in the same way.
        .target(name: "CDashboard"),
        // Pages for people, without HTTP and without SQL.
        .target(
            name: "Dashboard",
            dependencies: [
                "CDashboard", "ControlPlane", "LaunchScreens", "ReleaseCatalog", "ServerSupport",
                fleet, policy, screens, support, trust,
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            // The target CDashboard embeds them.
            exclude: ["Files"], swiftSettings: settings),
        .target(
            name: "AirworthyServer",
            dependencies: [
                "AppStoreConnect", "COpenAPI", "ControlPlane", "CZlib", "Dashboard", "OutgoingHTTP", "ReleaseCatalog",
                "ReleaseSources", "ServerSupport", authoring, policy, support, trust,
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            // The target COpenAPI embeds it.
            exclude: ["openapi.yaml"], swiftSettings: settings),
        .executableTarget(
            name: "AirworthyTool",
            dependencies: [
                "AirworthyServer", "AppStoreConnect", "AppStoreSimulator", "CSpawn", "ControlPlane", "Dashboard",
                "LaunchScreens", "OutgoingHTTP", "Persistence", "PersistencePostgres", "PersistenceSQLite",
                "ReleaseCatalog",
                "ReleaseSources",
                "ServerSupport", authoring, policy, screens, support, trust,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings),
        // An app in a terminal: the client library on its own, which knows nothing of the server's code.
        .executableTarget(
            name: "LinuxClient",
            dependencies: [
                client, policy, trust, .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        // The built programs as processes, and what stands around them.
        .target(
            name: "ToolTesting", dependencies: ["AppStoreSimulator", "CSpawn", authoring, policy, trust],
            swiftSettings: settings),
        // A PostgreSQL server for tests.
        .target(
            name: "PostgresTesting", dependencies: ["Persistence", "PersistencePostgres", "ToolTesting"],
            swiftSettings: settings),
        // `posix_spawn` with the extensions of the C library, which Swift does not see.
        .target(name: "CSpawn"),
        // The costs of the engine, the client and signatures: scripts/bench.
        .executableTarget(
            name: "AirworthyBench", dependencies: [authoring, client, policy, trust], path: "Benchmarks/AirworthyBench",
            swiftSettings: settings),
        // What scripts/bench-server puts under load: the server with one more route, and the least that a server with
        // Hummingbird and one with SwiftNIO alone can be.
        .executableTarget(
            name: "BenchServer",
            dependencies: [
                "AirworthyServer", "ControlPlane", "PersistenceSQLite", authoring, trust,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Benchmarks/BenchServer", swiftSettings: settings),
        // What check-ins cost in memory and in the databases; scripts/bench-server runs it.
        .executableTarget(
            name: "AdoptionBench",
            dependencies: [
                "ControlPlane", "Persistence", "PersistencePostgres", "PersistenceSQLite", fleet, policy,
            ],
            path: "Benchmarks/AdoptionBench",
            swiftSettings: settings),
        // A server that has been in use for a year, whose pages scripts/bench-server measures.
        .executableTarget(
            name: "PagesBench",
            dependencies: [
                "AirworthyServer", "ControlPlane", "ControlPlaneTesting", "Dashboard", "PersistenceSQLite", authoring,
                policy, trust,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Benchmarks/PagesBench", swiftSettings: settings),
        .executableTarget(
            name: "BareServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Benchmarks/BareServer", swiftSettings: settings),
        .executableTarget(
            name: "RawServer",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Benchmarks/RawServer", swiftSettings: settings),
        .testTarget(
            name: "ServerSupportTests", dependencies: ["ServerSupport"], swiftSettings: settings),
        .testTarget(
            name: "OutgoingHTTPTests",
            dependencies: [
                "OutgoingHTTP",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: settings),
        .testTarget(
            name: "AppStoreConnectTests",
            dependencies: [
                "AppStoreConnect", "AppStoreSimulator", "OutgoingHTTP", "ReleaseCatalog", "ServerSupport", policy,
                support, .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: settings),
        // The catalog and what fills it.
        .testTarget(
            name: "ReleaseCatalogTests",
            dependencies: [
                "AppStoreConnect", "AppStoreSimulator", "OutgoingHTTP", "ReleaseCatalog", "ReleaseSources",
                "ServerSupport", policy,
            ], swiftSettings: settings),
        .testTarget(
            name: "AppStoreSimulatorTests",
            dependencies: [
                "AppStoreSimulator", .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ], swiftSettings: settings),
        .testTarget(
            name: "ControlPlaneTests",
            dependencies: [
                "ControlPlane", "ControlPlaneTesting", "ReleaseCatalog", "ServerSupport", authoring, policy, trust,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "DashboardTests",
            dependencies: [
                "ControlPlane", "ControlPlaneTesting", "Dashboard", "LaunchScreens", "ReleaseCatalog", "ServerSupport",
                authoring, policy, screens, support, trust, .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PersistenceTests",
            dependencies: [
                "Persistence", "PersistencePostgres", "PersistenceSQLite", "PostgresTesting", "ControlPlane",
                "ControlPlaneTesting",
                "ReleaseCatalog", "ServerSupport", authoring, policy, trust,
            ],
            // A dump of each released schema, for the upgrade tests.
            exclude: ["Fixtures"], swiftSettings: settings),
        .testTarget(
            name: "AirworthyServerTests",
            dependencies: [
                "AirworthyServer", "CZlib", "ControlPlane", "ControlPlaneTesting", "Dashboard", "OutgoingHTTP",
                "ReleaseCatalog", "ReleaseSources", "ServerSupport", authoring, policy, support, trust,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            exclude: ["Recorded"], swiftSettings: settings),
        .testTarget(
            name: "AirworthyToolTests",
            dependencies: [
                "AirworthyServer", "AirworthyTool", "AppStoreSimulator", "ControlPlane", "ControlPlaneTesting",
                "Persistence", "PersistencePostgres", "PersistenceSQLite", "PostgresTesting", "ReleaseCatalog",
                "ServerSupport",
                "ToolTesting",
                authoring, policy, trust,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // Stories: a device, a server and whatever lies between them, each a process of its own.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "AirworthyTool", "LinuxClient", "ServerSupport", "ToolTesting", authoring, policy, trust,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),
    ]
)
