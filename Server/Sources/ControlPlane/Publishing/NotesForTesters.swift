package import AirworthyPolicy

extension App.TestFlightNotes {
    /// Whether the notes of a build are visible that external testers may have, or may not.
    package func shows(buildForExternalTesters isExternal: Bool) -> Bool {
        switch self {
        case .none, .other: false
        case .external: isExternal
        case .all: true
        }
    }
}

extension Release {
    /// Whether external testers may have the build. A TestFlight offer without an audience is open to both.
    var isForExternalTesters: Bool {
        offers.contains { offer in
            offer.state == .live && [.testflight(nil), .testflight(.external)].contains(offer.channel)
        }
    }
}

extension LocalizedText {
    /// App Store Connect's limit for the notes of a build.
    private static let longestNotes = 4_000
    /// The limit in bytes, because one character can have any number of combining marks.
    private static let longestNotesInBytes = 16_000

    /// The notes without control characters and overrides of the writing direction, at most 4000 characters in each language.
    /// App Store Connect and importers check less.
    package var cleanedNotes: LocalizedText { LocalizedText(texts.mapValues(Self.cleaned)) }

    private static func cleaned(_ text: String) -> String {
        if text.utf8.count <= longestNotes, !text.unicodeScalars.contains(where: isHidden) { return text }
        var result = ""
        var bytes = 0
        for character in text.prefix(longestNotes) {
            // Swift joins CR and LF to one character.
            let visible = character == "\r\n" ? "\n" : String(character.unicodeScalars.filter { !isHidden($0) })
            bytes += visible.utf8.count
            if bytes > longestNotesInBytes { break }
            result += visible
        }
        return result
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
