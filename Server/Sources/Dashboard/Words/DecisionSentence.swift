import AirworthyPolicy
import Foundation

extension Decision {
    /// The decision as a sentence for people, such as `2.2.0 on the App Store must update to 2.2.1, because the rule
    /// broken-migration matches.`
    var sentence: String {
        let installed = installedVersion + (installedBuild.map { " (\($0))" } ?? "")
        var sentence = "\(installed) \(channel.words) \(verb), because \(because)."
        if status == .requiredUnavailable {
            sentence += blocking ? " Until then the app is blocked." : " The app may be used all the same."
        } else if [.required, .maintenance].contains(status), !blocking {
            sentence += " The app may be used all the same"
            sentence += softened == nil ? "." : ", because the manifest has expired."
        }
        return sentence
    }

    private var verb: String {
        switch status {
        case .ok: return "may carry on"
        case .recommended: return "should update\(goal)"
        case .required: return "must update\(goal)"
        case .requiredUnavailable: return "is told to update and cannot"
        case .maintenance:
            let end = maintenance.map { " until \(Moment.text($0.until, withTime: true))" } ?? ""
            return "is in maintenance\(end)"
        }
    }

    private var goal: String { update.flatMap(\.name).map { " to \($0)" } ?? "" }

    private var because: String {
        switch (reason, rule) {
        case (.matched, let rule?): return "the rule \(rule) matches"
        case (.exempt, let rule?): return "the rule \(rule) exempts it"
        case (_, Decision.betaExpiryRule): return reason.words
        case (_, let rule?): return "\(reason.words) (rule \(rule))"
        case (_, nil): return reason.words
        }
    }
}

extension Decision.Update {
    /// The release, such as `2.2.1 (310)`; `nil` if only its address is known.
    var name: String? { version.map { "\($0)" + (build.map { " (\($0))" } ?? "") } }
}
