import Foundation
import Testing

/// The example's project file was written by hand and has not been opened in Xcode, so tests check its references.
@Suite struct ExampleProjectTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/HashtagsApp")

    private static func project() throws -> [String: Any] {
        let file = folder.appendingPathComponent("HashtagsApp.xcodeproj/project.pbxproj")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), options: [], format: nil)
        return try #require(list as? [String: Any])
    }

    private static func objects() throws -> [String: [String: Any]] {
        try #require(try project()["objects"] as? [String: [String: Any]])
    }

    @Test func `every reference in the Xcode project resolves, and no object is unreferenced`() throws {
        let project = try Self.project()
        let objects = try Self.objects()
        let root = try #require(project["rootObject"] as? String)
        var referred: Set<String> = [root]
        for object in objects.values {
            for value in object.values {
                let texts = (value as? [String]) ?? [value as? String].compactMap(\.self)
                referred.formUnion(texts.filter { $0.count == 24 && $0.allSatisfy(\.isHexDigit) })
            }
        }
        #expect(referred == Set(objects.keys))
        #expect(objects[root]?["isa"] as? String == "PBXProject")
    }

    @Test func `the Xcode project contains the example's sources and the local package`() throws {
        let objects = try Self.objects()
        let paths = objects.values.compactMap { object in
            switch object["isa"] as? String {
            case "PBXFileSystemSynchronizedRootGroup": object["path"] as? String
            case "XCLocalSwiftPackageReference": (object["relativePath"] as? String).map { $0 + "/Package.swift" }
            default: nil
            }
        }
        #expect(paths.count == 2)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent(path).path), "\(path)")
        }
        let products = objects.values.filter { $0["isa"] as? String == "XCSwiftPackageProductDependency" }
        #expect(Set(products.compactMap { $0["productName"] as? String }) == ["Airworthy", "AirworthyUI"])
    }
}
