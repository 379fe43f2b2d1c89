enum OpenAPIDocument {
    static let text = "openapi: 3.1.0\n"
}
