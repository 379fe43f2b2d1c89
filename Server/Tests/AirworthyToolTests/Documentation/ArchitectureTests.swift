import Foundation
import Testing
import ToolTesting

/// The targets of the server's package use each other as `Documentation/architecture.md` says.
@Suite struct ArchitectureTests {
    private let package: PackageGraph

    init() throws { package = try PackageGraph(folder: Tool.root.appendingPathComponent("Server")) }

    @Test func `the manifest is read whole`() throws {
        let sources = Tool.root.appendingPathComponent("Server/Sources").path
        let folders = try FileManager.default.contentsOfDirectory(atPath: sources).filter { !$0.hasPrefix(".") }
        #expect(Set(folders).subtracting(package.targets.keys) == [])
        // What the other tests look for is found where it is.
        #expect(package.reached(from: "OutgoingHTTP").isSuperset(of: ["AsyncHTTPClient", "NIOSSL"]))
        #expect(package.reached(from: "AirworthyServer").isSuperset(of: ["AsyncHTTPClient", "Hummingbird", "NIOCore"]))
    }

    @Test(arguments: [
        "ControlPlane", "Dashboard", "LaunchScreens", "Persistence", "PersistencePostgres", "PersistenceSQLite",
        "ReleaseCatalog", "ServerSupport",
    ])
    func `no part without HTTP reaches an HTTP client or server`(_ target: String) {
        let network = package.reached(from: target).filter { name in
            ["AsyncHTTPClient", "Hummingbird", "NIO"].contains { name.hasPrefix($0) }
        }
        #expect(network.sorted() == [])
        #expect(package.targets[target] != nil)
    }

    @Test(arguments: [
        ("ReleaseCatalog", ["ServerSupport", "AirworthyPolicy"]), ("ServerSupport", []),
        ("OutgoingHTTP", ["AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOSSL"]),
    ])
    func `a part at the bottom uses nothing else`(target: String, used: [String]) {
        #expect(package.targets[target]?.dependencies == Set(used))
    }

    @Test(arguments: ["ControlPlane", "Persistence", "PersistencePostgres"])
    func `only the part for SQLite links SQLite`(target: String) {
        #expect(!package.reached(from: target).contains("GRDB"))
        #expect(package.reached(from: "PersistenceSQLite").contains("GRDB"))
    }

    @Test func `no two clients of Apple share code`() {
        #expect(!package.reached(from: "AppStoreSimulator").contains("AppStoreConnect"))
        #expect(!package.reached(from: "LinuxClient").contains { package.targets[$0] != nil })
    }

    @Test func `of the HTTP interface only the webhooks of Apple know App Store Connect`() throws {
        let files = try package.files(of: "AirworthyServer").filter { $0.imports.contains("AppStoreConnect") }
        #expect(Set(files.map(\.name)) == ["HookRoutes.swift", "HeaderFields.swift"])
    }

    @Test func `a file imports only what the manifest says of its target`() throws {
        let known = Set(package.targets.keys).union(package.products)
        for (name, target) in package.targets {
            for file in try package.files(of: name) {
                let undeclared = file.imports.intersection(known).subtracting(target.dependencies)
                #expect(undeclared.sorted() == [], "\(name)/\(file.name)")
            }
        }
    }

    @Test func `architecture.md names every part`() throws {
        let page = try String(
            contentsOf: Tool.root.appendingPathComponent("Documentation/architecture.md"), encoding: .utf8)
        for (folder, root) in [("Sources", "Sources"), ("Server/Sources", "Server/Sources")] {
            let path = Tool.root.appendingPathComponent(folder).path
            for part in try FileManager.default.contentsOfDirectory(atPath: path) where !part.hasPrefix(".") {
                #expect(page.contains("`\(root)/\(part)`"), "\(root)/\(part)")
            }
        }
    }

    @Test func `the files that architecture.md names exist`() throws {
        let page = try String(
            contentsOf: Tool.root.appendingPathComponent("Documentation/architecture.md"), encoding: .utf8)
        let names = Set(page.matches(of: /`([A-Za-z+._]+(?:\/[A-Za-z+._]+)+)`/).map { String($0.1) })
        #expect(names.count > 150)
        let missing = names.subtracting(["application/problem+json"]).filter { name in
            ["", "Server/Sources/", "Server/Sources/AirworthyServer/"].allSatisfy { folder in
                !FileManager.default.fileExists(atPath: Tool.root.appendingPathComponent(folder + name).path)
            }
        }
        #expect(missing.sorted() == [])
    }
}

/// The targets of a package and what they use, read from the text of its manifest.
private struct PackageGraph {
    struct Target {
        /// The names of targets and products.
        let dependencies: Set<String>
        /// The folder, from that of the package.
        let path: String
    }

    struct File {
        let name: String
        let imports: Set<String>
    }

    private let folder: URL
    let targets: [String: Target]
    /// The names of the products of other packages.
    let products: Set<String>

    init(folder: URL) throws {
        self.folder = folder
        let manifest = try String(contentsOf: folder.appendingPathComponent("Package.swift"), encoding: .utf8)
            .components(separatedBy: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
            .joined(separator: "\n")
        let constants = Dictionary(
            uniqueKeysWithValues: manifest.matches(of: /let (\w+): Target\.Dependency = \.product\(name: "(\w+)"/)
                .map { (String($0.1), String($0.2)) })
        let starts = manifest.matches(of: /\.(executableTarget|target|testTarget|systemLibrary)\(\s*name: "(\w+)"/)
        var targets: [String: Target] = [:]
        var products = Set(constants.values)
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : manifest.endIndex
            let text = manifest[start.range.upperBound..<end]
            let list = text.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
            let used = Set(list.matches(of: /\.product\(name: "(\w+)"/).map { String($0.1) })
            products.formUnion(used)
            let rest = list.replacing(/\.product\([^)]*\)/, with: "")
            let named = rest.matches(of: /"(\w+)"/).map { String($0.1) }
            let identifiers = rest.replacing(/"\w+"/, with: "").matches(of: /\w+/).map { String($0.0) }
            let name = String(start.2)
            targets[name] = Target(
                dependencies: used.union(named).union(identifiers.map { constants[$0] ?? $0 }),
                path: text.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
                    ?? (start.1 == "testTarget" ? "Tests/" : "Sources/") + name)
        }
        (self.targets, self.products) = (targets, products)
    }

    /// Returns the targets and products that a target uses, also through others.
    func reached(from target: String) -> Set<String> {
        var reached: Set<String> = []
        var open = [target]
        while let name = open.popLast() {
            for next in targets[name]?.dependencies ?? [] where reached.insert(next).inserted { open.append(next) }
        }
        return reached
    }

    /// Returns the Swift files of a target.
    func files(of target: String) throws -> [File] {
        guard let path = targets[target]?.path else { return [] }
        let files = FileManager.default.enumerator(
            at: folder.appendingPathComponent(path), includingPropertiesForKeys: nil)
        return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.map { file in
            let imports = try String(contentsOf: file, encoding: .utf8)
                .matches(of: /(?m)^(?:@\w+(?:\(\w+\))? |package |public )*import (?:[a-z]+ )?(\w+)/)
            return File(name: file.lastPathComponent, imports: Set(imports.map { String($0.1) }))
        }
    }
}
