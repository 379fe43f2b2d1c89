import ControlPlane

/// A file that pages load: the stylesheet or the script.
package struct Asset: Sendable {
    /// The path, which changes with the content, so that browsers may keep the file for ever.
    package let path: String
    /// The media type.
    package let contentType: String
    package let text: String

    fileprivate init(file: String, contentType: String) {
        text = Templates.file(file) ?? ""
        let name = file.split(separator: ".")
        path = "/assets/\(name[0])-\(ContentDigest.hex(Array(text.utf8)).prefix(12)).\(name[1])"
        self.contentType = contentType
    }
}

/// The files that pages load.
package enum Assets {
    package static let stylesheet = Asset(file: "dashboard.css", contentType: "text/css; charset=utf-8")
    package static let script = Asset(file: "dashboard.js", contentType: "text/javascript; charset=utf-8")
    /// Every file.
    package static let all = [stylesheet, script]
}
