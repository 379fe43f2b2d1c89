public import AirworthyPolicy
import AirworthySupport

extension Envelope {
    /// The envelope as JSON, with padded standard base64 and its members in a fixed order.
    public var jsonValue: JSONValue {
        [
            "payload": .string(Base64.encode(payload)),
            "payloadType": .string(payloadType),
            "signatures": .array(
                signatures.map { signature in
                    var object = JSONObject()
                    object["keyid"] = signature.keyID.map(JSONValue.string)
                    object["sig"] = .string(Base64.encode(signature.bytes))
                    return .object(object)
                }),
        ]
    }

    /// Reads an envelope. Unknown members are ignored.
    /// - Parameters:
    ///   - json: The envelope.
    ///   - path: The path of the envelope for messages: empty or a prefix that ends in a dot.
    ///   - payloadType: The only accepted type.
    /// - Throws: `malformedEnvelope`, `malformedBase64`, `wrongPayloadType` or `tooManySignatures`.
    init(_ json: JSONValue, path: String = "", accepting payloadType: String) throws(VerificationError) {
        guard json.objectValue != nil else { throw .malformedEnvelope("it is not an object") }
        guard let type = json["payloadType"]?.stringValue else {
            throw .malformedEnvelope("\"\(path)payloadType\" is missing or not a string")
        }
        guard type == payloadType else { throw .wrongPayloadType(expected: payloadType, got: type) }
        guard let signatures = json["signatures"]?.arrayValue, !signatures.isEmpty else {
            throw .malformedEnvelope("\"\(path)signatures\" is missing, empty or not an array")
        }
        guard signatures.count <= Self.maximumSignatures else {
            throw .tooManySignatures(signatures.count, limit: Self.maximumSignatures)
        }
        self.init(payloadType: type, payload: try Self.bytes(json["payload"], at: "\(path)payload"))
        for (index, signature) in signatures.enumerated() {
            let signaturePath = "\(path)signatures[\(index)]"
            let keyID = signature["keyid"] ?? .null
            guard keyID.isNull || keyID.stringValue != nil else {
                throw .malformedEnvelope("\"\(signaturePath).keyid\" is not a string")
            }
            self.signatures.append(
                Signature(keyID: keyID.stringValue, bytes: try Self.bytes(signature["sig"], at: "\(signaturePath).sig"))
            )
        }
    }

    private static func bytes(_ value: JSONValue?, at path: String) throws(VerificationError) -> [UInt8] {
        guard let text = value?.stringValue else {
            throw .malformedEnvelope("\"\(path)\" is missing or not a string")
        }
        guard let bytes = Base64.decode(text) else { throw .malformedBase64(path: path) }
        return bytes
    }
}

extension DocumentNode {
    /// Reads JSON strictly and converts its errors.
    /// - Parameters:
    ///   - bytes: The JSON text.
    ///   - makeError: Creates the error for a reason other than a repeated key.
    /// - Returns: The root node.
    /// - Throws: `duplicateKey` or the error from `makeError`.
    static func strict(
        _ bytes: some Collection<UInt8>, orThrow makeError: (String) -> VerificationError
    ) throws(VerificationError) -> DocumentNode {
        do throws(DocumentError) {
            return try JSONReader.read(bytes)
        } catch {
            throw error.code == "duplicate-key" ? .duplicateKey(path: error.path) : makeError(error.reason)
        }
    }
}

extension DocumentError {
    /// Position, path and message, for use in parentheses within a sentence.
    var reason: String {
        let sentence = message.hasSuffix(".") ? message.dropLast() : message[...]
        return "\(position): \(path.isEmpty ? "" : path + ": ")\(sentence)"
    }
}
