import AirworthyPolicy
import AirworthySupport
import ArgumentParser
import ControlPlane

/// The limits that a publication has to keep, and the days that it is judged by.
struct ImpactOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Refuse (1) if more installations than this would be newly blocked, such as 2%.", valueName: "share"))
    var maxBlocked: ImpactLimits.Share?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Refuse (1) if more installations than this would be told to update and cannot, such as 0.1%.",
            valueName: "share"))
    var maxStuck: ImpactLimits.Share?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Count the installations of the last days, 1 to \(CheckInLimits.days).", valueName: "n"))
    var days = AdoptionLimit.usualDays

    func validate() throws { try Self.requireCounted(days) }

    /// Checks a number of days in which every installation is counted once.
    static func requireCounted(_ days: Int) throws {
        guard AdoptionService.countedDays.contains(days) else {
            throw ValidationError(
                "--days takes 1 to \(AdoptionService.countedDays.upperBound): in more days an installation that comes back "
                    + "would be counted twice.")
        }
    }

    /// Throws an error if a publication would, by the server's forecast, exceed a limit, today or on a date that is
    /// known already. The server checks the limits again when it publishes.
    func check(_ impact: JSONValue?, of app: String) throws(PublishRefusal) {
        let limits = ImpactLimits(maxBlocked: maxBlocked, maxStuck: maxStuck, days: days)
        switch limits.violation(by: impact) {
        case nil: return
        case .unknown(isEmpty: true):
            throw PublishRefusal(
                .noInstallations,
                .unavailable(
                    "nothing was published: no installations of \(app) are known, so no limit can be checked; import a table "
                        + "with `airworthy adoption import`, or leave --max-blocked and --max-stuck out"))
        case .unknown(isEmpty: false):
            throw PublishRefusal(
                .noForecast,
                .unavailable(
                    "nothing was published: the server does not say whom this would hit, so no limit can be checked; leave "
                        + "--max-blocked and --max-stuck out"))
        case .exceeded(let name, let allowed, let count, let total, let from):
            let sentence = PublishQuestion.sentence(
                count, of: total, fate: name.fate, from: UTCTime.text(from.map(JSONValue.string)))
            let (cause, option) =
                switch name {
                case .maxBlocked: (PublishRefusal.Cause.maxBlocked, "--max-blocked")
                case .maxStuck: (PublishRefusal.Cause.maxStuck, "--max-stuck")
                }
            throw PublishRefusal(cause, .limit("nothing was published: \(sentence); \(option) allows \(allowed)"))
        }
    }
}

extension ImpactLimits.Share: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

extension APIRequest {
    /// Returns the request with the limits that the server checks once more, for installations that checked in meanwhile.
    func keeping(_ impact: ImpactOptions) -> APIRequest {
        adding(query: ImpactLimits.Name.maxBlocked.rawValue, value: impact.maxBlocked?.parameter)
            .adding(query: ImpactLimits.Name.maxStuck.rawValue, value: impact.maxStuck?.parameter)
            .counting(impact.days)
    }

    /// Returns the request with the number of days whose installations count.
    func counting(_ days: Int) -> APIRequest {
        adding(query: "days", value: days == AdoptionLimit.usualDays ? nil : "\(days)")
    }
}

/// The effect of a change that takes something back. It is shown before the confirmation, and nothing is refused for it.
struct EffectPreview {
    let app: String
    let client: APIClient
    let style: TerminalStyle

    /// Returns the effect in lines, with an empty one at the end, or why it is not known: taking back has to work then
    /// as well. There are none if the server publishes nothing. The request's answer has the member `impact`.
    func lines(of request: APIRequest) async throws -> [String] {
        do throws(APIError) {
            guard let impact = try await client.send(request).json["impact"], !impact.isNull else { return [] }
            return ImpactReport(impact: impact, app: app, style: style).lines + [""]
        } catch {
            let reason = error.toolError(address: client.address, token: client.token).description
            return ["Whom this hits is not known: \(reason)", ""]
        }
    }
}
