import AirworthyPolicy
import AppStoreConnect

extension APIKey {
    /// Reads an `AuthKey_….p8`.
    /// - Parameters:
    ///   - path: The file.
    ///   - keyID: The key's id; `nil` takes it from the file's name.
    ///   - issuer: The team's issuer id; `nil` for an individual key.
    /// - Throws: ``ToolError`` with status 66 if the file cannot be read, 65 if it is not a key, 64 if the id is neither
    ///   given nor in the name.
    init(file path: String, keyID: String?, issuer: String?) throws(ToolError) {
        let file = try InputFile(path)
        warnIfReadableByOthers(path, holding: "the key")
        guard let keyID = keyID ?? Self.keyID(inName: path) else {
            throw .usage("\(file.name): the file name does not contain the key id; give --key-id, such as 2X9R4HXF34")
        }
        do throws(APIKeyError) {
            try self.init(pem: String(decoding: file.bytes, as: UTF8.self), keyID: keyID, issuerID: issuer)
        } catch {
            let place =
                switch error {
                case .badKeyID: "--key-id"
                case .badIssuerID: "--issuer"
                case .noPEM, .publicKey, .otherKey: file.name
                }
            throw .badData("\(place): \(error)")
        }
    }

    /// Returns the key id in a file name, such as `2X9R4HXF34` for `keys/AuthKey_2X9R4HXF34.p8`.
    static func keyID(inName path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasSuffix(".p8"), let underscore = name.firstIndex(of: "_") else { return nil }
        let id = name[name.index(after: underscore)...].dropLast(3)
        return id.isEmpty ? nil : String(id)
    }
}
