import CDashboard
package import Foundation
import Mustache

/// The templates of all pages, from the program itself or, while somebody works on them, from a folder.
package struct Templates: Sendable {
    private let embedded: MustacheLibrary
    /// The folder to read the templates from at each page; `nil` for those in the program.
    private let folder: URL?
    /// Sees each view model before it is rendered, with the name of its template.
    private let inspect: (@Sendable (_ model: Any, _ name: String) -> Void)?

    /// Reads the templates of the program. `folder`, that of `Server/Sources/Dashboard/Files` in a checkout, is read
    /// again for each page instead. `inspect` sees each view model before it is rendered, with the name of its
    /// template.
    package init(folder: URL? = nil, inspect: (@Sendable (_ model: Any, _ name: String) -> Void)? = nil) throws {
        self.folder = folder
        self.inspect = inspect
        embedded = try Self.library(Self.embeddedFiles.filter { $0.name.hasSuffix(Self.suffix) })
    }

    /// Renders a page as HTML with the template of this name, without `.mustache`.
    func render(_ model: Any, with name: String) throws -> String {
        inspect?(model, name)
        let library = try folder.map { try Self.library(Self.files(in: $0)) } ?? embedded
        guard let html = library.render(model, withTemplate: name) else { throw TemplateError(name: name) }
        return html
    }

    /// The text of a file in the program, such as the stylesheet.
    static func file(_ name: String) -> String? { embeddedFiles.first { $0.name == name }?.text }

    static let suffix = ".mustache"

    /// The files in the program.
    static let embeddedFiles: [File] = (0..<Int(dashboard_file_count())).map { index in
        let file = dashboard_file_at(Int32(index))
        let bytes = UnsafeRawBufferPointer(start: file.bytes, count: file.length)
        return File(name: String(cString: file.name), text: String(decoding: bytes, as: UTF8.self))
    }

    /// A file with its name, such as `layout.mustache`.
    struct File: Hashable, Sendable {
        let name: String
        let text: String
    }

    private static func library(_ files: [File]) throws -> MustacheLibrary {
        MustacheContentTypes.register(SafeHTML(), named: SafeHTML.name)
        var library = MustacheLibrary()
        for file in files {
            // Without the line feed at the end, so that a partial can stand within a sentence.
            let text = file.text.hasSuffix("\n") ? String(file.text.dropLast()) : file.text
            try library.register(
                "{{% CONTENT_TYPE:\(SafeHTML.name)}}\(text)", named: String(file.name.dropLast(suffix.count)))
        }
        return library
    }

    private static func files(in folder: URL) throws -> [File] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (all?.compactMap { $0 as? URL } ?? []).filter { $0.lastPathComponent.hasSuffix(suffix) }.map {
            File(name: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8))
        }
    }
}

/// There is no template with a name.
struct TemplateError: Error, CustomStringConvertible {
    let name: String
    var description: String { "there is no template \"\(name)\"; is it listed in CDashboard?" }
}

/// Escapes text for HTML, character code by character code.
///
/// The library's own escaping compares whole characters as people see them: a quotation mark with a combining accent is one of
/// those, would stay as it is, and would end an attribute.
struct SafeHTML: MustacheContentType {
    /// The name of this content type in templates.
    static let name = "AIRWORTHY"

    func escapeText(_ text: String) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&#39;".utf8
            case 0: escaped += "\u{FFFD}".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
