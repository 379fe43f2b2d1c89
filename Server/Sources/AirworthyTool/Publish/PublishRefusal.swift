import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// The end of a command that published nothing because of what it would do.
struct PublishRefusal: Error {
    /// The causes that the JSON output names.
    enum Cause: String {
        /// The server refuses the policy for its errors.
        case errors
        /// More installations would be newly blocked than `--max-blocked` allows.
        case maxBlocked = "max-blocked"
        /// More installations would be told to update and could not than `--max-stuck` allows.
        case maxStuck = "max-stuck"
        /// A limit was given, and no installations are known.
        case noInstallations = "no-installations"
        /// A limit was given, and the server made no forecast.
        case noForecast = "no-forecast"
        /// More than 1 % would be newly blocked, which nobody allowed.
        case newlyBlocked = "newly-blocked"
        /// The answer was not a confirmation, or there was none.
        case notConfirmed = "not-confirmed"
    }

    let cause: Cause
    /// The error that ends the command: a ``ToolError``, or an `ExitCode` if its reason was printed already.
    let error: any Error

    init(_ cause: Cause, _ error: ToolError) { self.init(cause, because: error) }

    init(_ cause: Cause, because error: any Error) {
        self.cause = cause
        self.error = error
    }

    var jsonValue: JSONValue {
        ["cause": .string(cause.rawValue), "detail": (error as? ToolError).map { .string($0.description) } ?? nil]
    }
}

/// The question before a publication, which gets harder with the number of installations that it would block.
struct PublishQuestion {
    private let count: Int
    private let total: Int
    private let date: String?

    /// Reads the server's forecast. The date counts on which most installations are newly blocked.
    init(_ impact: JSONValue?) {
        total = impact?["installations"]?.intValue ?? 0
        let moments = impact.map { [$0] + ($0["later"]?.arrayValue ?? []) } ?? []
        let worst = moments.max { Self.count(in: $0) < Self.count(in: $1) }
        count = worst.map(Self.count) ?? 0
        date = UTCTime.text(worst?["at"])
    }

    /// Whether so many installations would be newly blocked that the number has to be typed, or a limit given.
    var isGrave: Bool { ImpactLimits.isGrave(count, of: total) }

    /// Such as `81 of 1,234 installations (6.6 %) would be newly blocked`.
    var sentence: String {
        Self.sentence(count, of: total, fate: ImpactLimits.Name.maxBlocked.fate, from: date)
    }

    /// Such as `81 of 1,234 installations (6.6 %) would be newly blocked from 2026-12-01 on`.
    static func sentence(_ count: Int, of total: Int, fate: String, from date: String?) -> String {
        "\(count.grouped) of \(total.counted("installation")) (\(count.percentage(of: total))) \(fate)"
            + (date.map { " from \($0) on" } ?? "")
    }

    /// Asks for a confirmation of an action, such as `Publish to hashtags`: for a yes, or for the number of
    /// installations. `--yes` (`isConfirmed`) is no answer where many are newly blocked, unless a limit allows the
    /// number or the change only takes something back (`isAllowed`). `refusal` says what was not done, such as `nothing was published`.
    func ask(_ action: String, isConfirmed: Bool, isAllowed: Bool, otherwise refusal: String) throws(PublishRefusal) {
        do {
            guard isGrave, !isAllowed else {
                return try confirm(action, isConfirmed: isConfirmed, otherwise: refusal)
            }
        } catch {
            throw PublishRefusal(.notConfirmed, because: error)
        }
        guard isTerminal else {
            throw PublishRefusal(
                .newlyBlocked,
                .usage(
                    "\(refusal): \(sentence), and there is no terminal to type that number at; give --max-blocked "
                        + "\(allowance)% if this is intended"))
        }
        let answer = answer(to: "\(sentence). Type that number to \(action.lowercasedFirst): ")
        guard answer?.filter({ $0 != "," }) == String(count) else {
            printError("airworthy: \(refusal): that is not the number")
            throw PublishRefusal(.notConfirmed, because: ExitCode(1))
        }
    }

    /// The lowest whole percentage that allows the number.
    private var allowance: Int {
        // Numbers of a false server may be of any size.
        total > 0 ? Int(min(100, (Double(count) * 100 / Double(total)).rounded(.up))) : 100
    }

    private static func count(in moment: JSONValue) -> Int { moment["newlyBlocked"]?.intValue ?? 0 }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
