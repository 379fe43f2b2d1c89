import AirworthyAuthoring
import AirworthyPolicy
import Testing

@Suite struct ReaderMutationTests {
    @Test func `damaged documents never crash a reader, and every rejection has a finding`() throws {
        let catalog = "{\"schema\":1,\"releases\":[{\"version\":\"1\",\"offers\":[{\"channel\":\"appstore\"}]}]}"
        let originals = [
            Array(PolicyReaderTests.example.utf8), Array(catalog.utf8),
            Array("{\"schema\":1,\"policy\":\(PolicyReaderTests.example),\"catalog\":\(catalog)}".utf8),
            try example("config-specific-versions.json"), Array("{\"results\":[{\"version\":\"1\"}]}".utf8),
        ]
        var random = SeededGenerator(seed: SeededGenerator.seed &+ 3)
        for _ in 0..<SeededGenerator.cases {
            var bytes = random.pick(originals)
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = random.pick(Array("0123456789{}[]\",:.-<>()*$en ".utf8))
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
                }
            }
            guard let document = try? JSONReader.read(bytes, options: .init(duplicateKeys: .keepFirst)) else {
                continue
            }
            _ = DocumentKind(of: document)
            _ = try? ManifestReader.read(document)
            let answers = [
                (PolicyReader.read(document).policy == nil, PolicyReader.read(document).findings),
                (CatalogReader.read(document).catalog == nil, CatalogReader.read(document).findings),
                (ConfigJSON.read(document).policy == nil, ConfigJSON.read(document).findings),
                (
                    AppStoreLookup.read(document, storefront: nil).catalog == nil,
                    AppStoreLookup.read(document, storefront: nil).findings
                ),
            ]
            for (isRefused, findings) in answers {
                try #require(isRefused == !errors(findings).isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }
}
