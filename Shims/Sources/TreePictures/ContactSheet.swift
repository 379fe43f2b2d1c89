import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI

/// A picture of a screen in every look.
@MainActor package struct ContactSheet {
    package let screen: Screen

    /// Creates the sheet of a screen.
    /// - Parameter screen: The screen.
    package init(_ screen: Screen) { self.screen = screen }

    /// The note inside the picture.
    static let label = "Rendering of the view tree, not of iOS: symbols, fonts and layout are approximations."

    /// Returns the page of the picture. Equal views give equal pages.
    /// - Returns: The page in HTML.
    package func html() async throws -> String {
        var figures: [String] = []
        for look in Look.all { figures.append(try await figure(look)) }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(screen.name)</title><style>\(Self.style)</style></head>
            <body><h1>\(screen.name)</h1><p>\(Self.label)</p>
            <main>
            \(figures.joined(separator: "\n"))
            </main>
            <script>document.documentElement.dataset.height = Math.ceil(document.body.getBoundingClientRect().height)</script>
            </body></html>

            """
    }

    private func figure(_ look: Look) async throws -> String {
        let tree = TreeHTML(look: look)
        var parts: [String] = []
        for state in screen.states {
            let view = state.view(look)
            let host = SwiftUI.Host(environment: look.environment) { view }
            try await state.steps(host, look)
            parts.append(shown(host, tree))
            host.close()
        }
        let palette = Palette(look: look)
        let colors = "background:\(palette.css("background") ?? "");color:\(palette.css("primary") ?? "")"
        let direction = look.isRightToLeft ? "rtl" : "ltr"
        return """
            <figure><figcaption>\(look.caption)</figcaption>
            <div class="phone\(parts.count > 1 ? " several" : "")" lang="\(look.language.tag)" dir="\(direction)" \
            style="\(colors);max-height:\(screen.most)px">
            \(parts.map { "<div class=\"screen\">\($0)</div>" }.joined(separator: "\n"))
            </div></figure>
            """
    }

    private func shown(_ host: SwiftUI.Host, _ tree: TreeHTML) -> String {
        let below = tree.page(host.nodes)
        guard let sheet = host.sheet else { return below }
        let back = tree.look.isDark ? "#1c1c1e" : "#ffffff"
        return """
            <div class="behind">\(below)</div><div class="sheet" style="--back:\(back);background:\(back)">\
            <div class="grip"></div>\(tree.page(sheet.nodes))</div>
            """
    }

    private static let style = """
        body{margin:0;padding:24px;width:2328px;background:#e5e5ea;font-family:'Noto Sans',sans-serif;box-sizing:border-box}
        h1{margin:0;font-size:30px} p{margin:4px 0 20px;font-size:22px}
        main{display:grid;grid-template-columns:repeat(6,360px);gap:24px 24px;align-items:start}
        figure{margin:0} figcaption{font-size:18px;padding:0 0 6px}
        .phone{width:360px;min-height:640px;border-radius:24px;overflow:hidden;box-sizing:border-box;line-height:1.3;\
        font-size:17px;font-family:'Noto Sans','Noto Sans Arabic','Noto Sans CJK JP',sans-serif;position:relative}
        .phone,.phone div{display:flex;flex-direction:column;box-sizing:border-box;min-width:0;overflow-wrap:anywhere;text-align:start}
        .phone div{flex-shrink:0}
        .screen,.sheet,.behind{align-items:center} .sheet,.behind{align-self:stretch} .screen{flex:1 1 auto} .several .screen{flex:0 0 auto;border-bottom:1px dashed #8e8e93}
        .behind{height:70px;overflow:hidden;opacity:.35} .behind>*{min-height:0}
        .sheet{flex:1 1 auto;border-radius:16px 16px 0 0;box-shadow:0 0 0 1px #8e8e9366}
        .grip{align-self:center;width:36px;height:5px;margin-top:6px;border-radius:3px;background:#8e8e93}
        """
}

extension ContactSheet {
    /// Returns the digest of a page.
    /// - Parameter html: The page.
    /// - Returns: The SHA-256 digest in hexadecimal.
    package static func digest(_ html: String) -> String {
        SHA256.hash(Array(html.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}
