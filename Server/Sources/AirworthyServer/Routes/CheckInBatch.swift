import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Hummingbird

/// Reads the check-ins that another server received for an app.
struct CheckInBatch: Sendable {
    /// The most check-ins of a batch.
    static let most = 500
    /// The most characters of a key.
    private static let longestKey = 200
    private static let keyField = HTTPField.Name("Idempotency-Key")

    let app: ServedApp
    /// The days that are accepted.
    let days: ClosedRange<UTCDay>

    /// Reads a batch, all of it or nothing. Unknown members are ignored.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    func checkIns(_ body: [UInt8]) throws(HTTPProblem) -> [(day: UTCDay, checkIn: CheckIn)] {
        let object = try InputObject(try InputObject.parse(body), known: nil)
        _ = try object.requiredNumber("schema")
        let list = try object.required("checkIns", value: try object.list("checkIns"))
        guard (1...Self.most).contains(list.count) else {
            throw object.problem(with: "checkIns", detail: "send 1 to \(Self.most) check-ins")
        }
        let input = CheckInInput(app: app)
        return try list.map { node, pointer throws(HTTPProblem) in
            let entry = try InputObject(node, at: pointer, known: nil)
            return (try day(of: entry), try input.checkIn(entry))
        }
    }

    private func day(of entry: InputObject) throws(HTTPProblem) -> UTCDay {
        guard let day = UTCDay(try entry.requiredText("day")), days.contains(day) else {
            throw entry.problem(
                with: "day",
                detail: "write a day (UTC) from \(days.lowerBound.text) to \(days.upperBound.text)")
        }
        return day
    }

    /// Returns the text that the sender chose for a batch; `nil` without one.
    /// - Throws: ``HTTPProblem`` 400.
    static func key(in request: Request) throws(HTTPProblem) -> String? {
        guard let keyField, let key = request.headers.value(of: keyField) else { return nil }
        guard (1...longestKey).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPProblem(
                .invalid, detail: "Idempotency-Key: write 1 to \(longestKey) visible ASCII characters, without spaces")
        }
        return key
    }
}
