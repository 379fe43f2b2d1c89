import AirworthyPolicy
import ControlPlane
import Foundation
import ServerSupport

@testable import AirworthyServer

extension FuzzTarget {
    /// Requests about an installation: a line with the query, and the rest is the body.
    static let request = FuzzTarget(name: "request") { bytes in
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let query = String(decoding: bytes[..<end], as: UTF8.self)
        checkDecoding(query)
        checkQuery(query)
        if let (parameters, _) = try? InstallationParameters.parse(query: query) { checkInstallation(parameters) }
        if let node = try? InputObject.parse(Array(bytes[end...])), let object = try? InputObject(node, known: nil),
            let parameters = try? InstallationParameters.parse(body: object)
        {
            checkInstallation(parameters)
        }
    }

    private static func checkDecoding(_ text: String) {
        let encoded = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        check(encoded.utf8.percentDecoded() == text, "text that is encoded is decoded as the same")
        guard let decoded = text.utf8.percentDecoded(plusIsSpace: true) else { return }
        check(decoded.utf8.count <= text.utf8.count, "decoding never makes a text longer")
        if !text.utf8.contains(UInt8(ascii: "%")), !text.utf8.contains(UInt8(ascii: "+")) {
            check(decoded == text, "text without encoding stays as it is")
        }
    }

    private static func checkQuery(_ text: String) {
        guard let query = try? QueryParameters(text, isKnown: { _ in true }) else { return }
        let names = query.items.map(\.name)
        check(Set(names).count == names.count, "each parameter is there once")
        check(query.items.count <= text.utf8.split(separator: UInt8(ascii: "&")).count, "each part is one parameter")
        for (name, value) in query.items {
            check(!(name + value).unicodeScalars.contains(where: \.isControl), "nothing contains control characters")
            check(query[name] == value, "a parameter is found by its name")
        }
        let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{20}"..."\u{7E}"))
        func encoded(_ text: String) -> String? { text.addingPercentEncoding(withAllowedCharacters: allowed) }
        let written = query.items.compactMap { name, value in
            encoded(name).flatMap { name in encoded(value).map { "\(name)=\($0)" } }
        }
        let again = try? QueryParameters(written.joined(separator: "&"), isKnown: { _ in true })
        let same = again?.items.elementsEqual(query.items) { $0.name == $1.name && $0.value == $1.value } ?? false
        // A name that is empty and a value that is empty make an empty part, which is no parameter.
        check(same || names.contains(""), "a query that is written is read as the same")
    }

    private static func checkInstallation(_ parameters: InstallationParameters) {
        let app = App(platforms: [.macos, .ios])
        _ = try? parameters.installationForLatest(of: app)
        guard let installation = try? parameters.installation(for: app) else { return }
        check(installation.version != nil, "an installation has a version that can be read")
        let rule = Rule(
            id: "r", when: .attribute(name: "plan", values: ["free"], ifMissing: .true),
            effect: Effect(update: .required))
        let manifest = Manifest(policy: Policy(rules: [rule]))
        let now = Date(timeIntervalSince1970: 1_795_132_800)
        let decision = AirworthyPolicy.decide(manifest, for: installation, at: now, trace: true)
        check((try? JSONReader.read(decision.jsonValue.jsonBytes())) != nil, "an answer is JSON")
    }
}
