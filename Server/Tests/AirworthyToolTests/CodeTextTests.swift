import AirworthyPolicy
import ControlPlane
import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

/// `airworthy explain CODE` and the page of codes.
@Suite(.blocking) struct CodeTextTests {
    /// The codes that the sources can report, found where they are written down.
    private static func reportedCodes() throws -> Set<String> {
        let calls =
            /(?:\.(?:error|warning|note)|report|\berror|init|code:|[cC]ode =|return)\s*\(?\s*"([a-z0-9]+(?:-[a-z0-9]+)*)"/
        var codes: Set<String> = []
        for folder in ["Sources/AirworthyPolicy", "Sources/AirworthyAuthoring", "Server/Sources/AirworthyTool/Check"] {
            let files = FileManager.default.enumerator(
                at: Tool.root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
            for case let file as URL in try #require(files) where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                codes.formUnion(text.matches(of: calls).map { String($0.output.1) }.filter { $0.contains("-") })
            }
        }
        return codes
    }

    @Test func `every code that the sources report is explained`() throws {
        let reported = try Self.reportedCodes()
        #expect(reported.count > 60)
        #expect(reported.subtracting(CodeText.all.map(\.code)).sorted() == [])
    }

    @Test func `every code with which an app refuses a manifest is explained, and whether it is an alarm`() throws {
        let file = Tool.root.appendingPathComponent("Sources/AirworthyTrust/Verify/VerificationError.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let codes = source.matches(of: /case \.[A-Za-z0-9]+: "([a-z0-9-]+)"/).map { String($0.output.1) }
        #expect(codes.count > 20)
        #expect(Set(CodeText.refusals.map(\.code)) == Set(codes))
        for text in CodeText.refusals {
            let isHarmless = !text.meaning.hasSuffix("This is an alarm.")
            let names = try #require(source.firstMatch(of: /case ([^:]+): false/)).output.1
            let name = try #require(source.firstMatch(of: try Regex(#"case \.([A-Za-z0-9]+): "\#(text.code)""#)))
            #expect(isHarmless == names.contains(".\(name.output[1].substring ?? "")"), "\(text.code)")
        }
    }

    @Test func `every reason of a decision is explained`() throws {
        let file = Tool.root.appendingPathComponent("Sources/AirworthyPolicy/Decide/Reason.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let names = source.matches(of: /static let [A-Za-z]+ = Reason\(rawValue: "([A-Za-z]+)"\)/)
        #expect(names.count > 20)
        #expect(CodeText.reasons.map(\.code) == names.map { String($0.output.1) })
    }

    @Test func `an explanation is a whole sentence about a code that occurs once in its part`() {
        for text in CodeText.all {
            for sentence in [text.meaning, text.remedy] {
                #expect(sentence.last == "." && sentence.first?.isLowercase == false, "\(text.code): \(sentence)")
            }
        }
        for group in CodeText.Group.allCases {
            let codes = CodeText.all.filter { $0.group == group }.map(\.code)
            #expect(Set(codes).count == codes.count)
        }
    }

    @Test(arguments: CodeText.linter.filter { $0.example != nil }.map(\.code))
    func `the example of a code has the finding, and its correction has not`(code: String) throws {
        let example = try #require(CodeText.linter.first { $0.code == code }?.example)
        func findings(without mark: Character) throws -> [String] {
            let lines = example.split(separator: "\n").filter { $0.first != mark }.map { $0.dropFirst(2) }
            let folder = try ScratchFolder(["policy.yaml": lines.joined(separator: "\n") + "\n"])
            let result = try folder.run("check", "policy.yaml", "--json")
            let json = try JSONReader.read(result.output).jsonValue
            return (json["findings"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
        }
        let (before, after) = (try findings(without: "+"), try findings(without: "-"))
        #expect(before.contains(code), "\(before)")
        #expect(!after.contains(code), "\(after)")
        #expect(!after.contains("unknown-key") && !after.contains("invalid-yaml"), "\(after)")
    }

    @Test(arguments: ["no-url", "[no-url]", "NO-URL", "urn:airworthy:problem:no-url"])
    func `a code is understood as messages show it`(word: String) throws {
        #expect(try CodeText.texts(of: word).map(\.code) == ["no-url"])
    }

    @Test(arguments: [40, 60, 80, 100]) func `paragraphs fit the terminal, and no word is lost`(width: Int) {
        let report = CodeReport(texts: CodeText.linter, isList: false, style: .plain, width: width)
        let paragraphs = report.lines.filter {
            $0.hasPrefix("  ") && !$0.hasPrefix("    ") && !["  -", "  +"].contains($0.prefix(3))
        }
        #expect(paragraphs.allSatisfy { $0.count <= width })
        let words = CodeText.linter.flatMap { "\($0.meaning) \($0.remedy)".split(separator: " ") }
        #expect(paragraphs.flatMap { $0.split(separator: " ") } == words)
    }

    @Test func `a code of files and of servers has both explanations`() throws {
        #expect(try CodeText.texts(of: "wrong-app").map(\.group) == [.reader, .refusal, .problem])
    }

    @Test func `several meanings of a word are told apart`() throws {
        let lines = CodeReport(texts: try CodeText.texts(of: "unknown-key"), isList: false, style: .plain, width: 80)
            .lines
        #expect(lines.first == "It depends on who says it:")
        #expect(
            lines.contains("unknown-key (in a file)") && lines.contains("unknown-key (refusal by an app or verify)"))
    }

    @Test func `an unknown code is corrected`() throws {
        let folder = try ScratchFolder()
        let result = try folder.run("explain", "blocks-newset")
        #expect(result.status == 65)
        #expect(result.errors.contains("did you mean `blocks-newest`?"), "\(result.errors)")
        #expect(result.errors.contains("add --app"))
    }

    @Test func `codes.md has what the program explains`() throws {
        let page = try String(
            contentsOf: Tool.root.appendingPathComponent("Documentation/codes.md"), encoding: .utf8)
        #expect(
            page.hasSuffix("\n\n" + CodeText.page + "\n"), "end it with the output of `airworthy explain --print-page`")
    }

    @Test(
        arguments: [
            ([], "Give a code"), (["loop", "--list"], "Give a code"),
            (["loop", "--server", "http://127.0.0.1:1"], "add --app"),
        ] as [([String], String)])
    func `arguments that do not fit together are refused`(arguments: [String], message: String) throws {
        let result = try ScratchFolder().run(["explain"] + arguments)
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
