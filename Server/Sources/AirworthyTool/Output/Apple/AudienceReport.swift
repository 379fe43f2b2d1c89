import AirworthyPolicy
import AppStoreConnect

/// Who can install builds of one number or version.
struct AudienceReport {
    /// What the caller's text turned out to be.
    enum Match: String {
        case build
        case version
    }

    let app: AppResource
    let asked: String
    let matched: Match
    let builds: [TestFlightBuild]
    let now: Clock.Instant

    func lines(_ style: TerminalStyle) -> [String] {
        var lines = matched == .build ? [] : ["no build has the number \(asked.printable); these have the version"]
        for build in builds {
            if !lines.isEmpty { lines.append("") }
            let colour: TerminalStyle.Colour = build.audiences(at: now).isEmpty ? .yellow : .green
            lines.append(
                "\(style(build.audienceText(at: now).printable.uppercased(), colour, .bold))  "
                    + build.displayName.printable)
            lines += details(build, style).lines
        }
        return lines
    }

    var json: JSONValue {
        .members([
            ("app", BuildReport.json(app)), ("matchedBy", .string(matched.rawValue)),
            ("builds", .array(builds.map { BuildReport.json($0, at: now) })),
        ])
    }

    private func details(_ build: TestFlightBuild, _ style: TerminalStyle) -> LabelledLines {
        var lines = LabelledLines(style)
        lines.add("internal state", build.internalState)
        lines.add("external state", build.externalState)
        lines.add("processing", build.processingState)
        lines.add("may become", build.audienceType)
        lines.add("uploaded", build.uploadedAt.map(UTCTime.sentence))
        lines.add(build.isExpired ? "expired" : "expires", build.expiresAt.map(UTCTime.sentence))
        lines.add("minimum OS", build.minimumOS?.description)
        lines.add("groups", groups(build))
        lines.add("id", build.id)
        for (locale, text) in (build.notes?.texts ?? [:]).sorted(by: { $0.key < $1.key }) {
            lines.add("to test, \(locale)", text)
        }
        return lines
    }

    /// `Team (internal, every build)`, one a line.
    private func groups(_ build: TestFlightBuild) -> String? {
        let known = build.groups.map { group in
            let facts = [
                group.isInternal.map { $0 ? "internal" : "external" },
                group.hasAccessToAllBuilds == true ? "every build" : nil,
                group.publicLink,
            ].compactMap { $0 }
            return (group.name ?? group.id) + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
        }
        return (known + (build.hasAllGroups || known.isEmpty ? [] : ["and more"])).joined(separator: "\n")
    }
}
