public import AirworthyPolicy
import AirworthySupport

extension Envelope {
    /// The envelope as JSON: standard base64 with padding, members always in the same order.
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

    /// Reads an envelope from JSON that was read strictly. Unknown members are ignored.
    /// - Parameters:
    ///   - json: The envelope.
    ///   - path: Where it stands, for messages: empty or a prefix that ends in a dot.
    ///   - payloadType: The one type that is accepted.
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
        self.init(payloadType: type, payload: try Self.bytes(json["payload"], "\(path)payload"))
        for (index, signature) in signatures.enumerated() {
            let place = "\(path)signatures[\(index)]"
            let keyID = signature["keyid"] ?? .null
            guard keyID.isNull || keyID.stringValue != nil else {
                throw .malformedEnvelope("\"\(place).keyid\" is not a string")
            }
            self.signatures.append(
                Signature(keyID: keyID.stringValue, bytes: try Self.bytes(signature["sig"], "\(place).sig")))
        }
    }

    private static func bytes(_ value: JSONValue?, _ path: String) throws(VerificationError) -> [UInt8] {
        guard let text = value?.stringValue else {
            throw .malformedEnvelope("\"\(path)\" is missing or not a string")
        }
        guard let bytes = Base64.decode(text) else { throw .malformedBase64(path: path) }
        return bytes
    }
}

extension DocumentNode {
    /// Reads JSON strictly; the one place where its errors become refusals.
    static func strict(
        _ bytes: some Collection<UInt8>, else refusal: (String) -> VerificationError
    ) throws(VerificationError) -> DocumentNode {
        do throws(DocumentError) {
            return try JSONReader.read(bytes)
        } catch {
            throw error.code == "duplicate-key" ? .duplicateKey(path: error.path) : refusal(error.reason)
        }
    }
}

extension DocumentError {
    /// Place and message, to stand in brackets within a sentence.
    var reason: String {
        let sentence = message.hasSuffix(".") ? message.dropLast() : message[...]
        return "\(position): \(path.isEmpty ? "" : path + ": ")\(sentence)"
    }
}
