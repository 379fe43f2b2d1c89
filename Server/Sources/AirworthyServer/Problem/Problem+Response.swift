package import AirworthyPolicy
import HTTPTypes
package import Hummingbird
import NIOCore

extension Problem {
    /// The body of the answer.
    /// - Parameter instance: The id of the request.
    package func jsonValue(instance: String) -> JSONValue {
        var object: JSONObject = [
            "type": .string("urn:airworthy:problem:\(kind.rawValue)"), "title": .string(kind.title),
            "status": .number(JSONNumber(status.code)), "detail": .string(detail),
        ]
        object["pointer"] = pointer.map(JSONValue.string)
        object["parameter"] = parameter.map(JSONValue.string)
        if !findings.isEmpty { object["findings"] = .array(findings.map(\.jsonValue)) }
        object["instance"] = .string(instance)
        return .object(object)
    }

    /// The answer. No cache keeps it.
    /// - Parameter instance: The id of the request.
    package func response(instance: String) -> Response {
        var fields = headers
        fields[.contentType] = "application/problem+json"
        fields[.cacheControl] = "no-store"
        let body = ByteBuffer(bytes: jsonValue(instance: instance).jsonBytes())
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    }
}

extension Finding {
    /// The finding as it stands in answers.
    package var jsonValue: JSONValue {
        [
            "code": .string(code), "severity": .string(severity.rawValue), "path": .string(path),
            "line": .of(position?.line), "column": .of(position?.column), "message": .string(message),
        ]
    }
}
