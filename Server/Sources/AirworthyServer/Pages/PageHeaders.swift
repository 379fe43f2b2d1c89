import HTTPTypes

enum PageHeaders {
    /// What pages may load: their own stylesheet, script and pictures, nothing inline and nothing from elsewhere.
    private static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
    ].joined(separator: "; ")

    /// The fields of every page, and of every file that pages load.
    static let all: HTTPFields = {
        var fields: HTTPFields = [
            .contentSecurityPolicy: contentSecurityPolicy, .xContentTypeOptions: "nosniff",
        ]
        for (name, value) in [
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }()
}
