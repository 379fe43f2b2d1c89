import AirworthyPolicy

/// What the server answered when it did what was asked.
struct APIAnswer {
    /// The status, 200…299.
    let status: Int
    /// The entity tag with its quotes, if there is one.
    let entityTag: String?
    /// `Airworthy-Policy-Version`, if it is there.
    let policyVersion: Int?
    let body: [UInt8]

    /// The body as JSON.
    /// - Throws: ``APIError`` if it is none.
    var json: JSONValue {
        get throws(APIError) {
            do throws(DocumentError) {
                return try JSONReader.read(body).jsonValue
            } catch {
                throw .strange("answered what is no JSON (\(error))")
            }
        }
    }
}
