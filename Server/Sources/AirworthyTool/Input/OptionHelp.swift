import ArgumentParser

/// What several commands say about an option of the same name.
extension ArgumentHelp {
    static let catalogs = ArgumentHelp(
        "The releases: a catalog, or an App Store lookup answer with the storefront that was asked. May be repeated.",
        valueName: "file[@storefront]")
    static let now = ArgumentHelp("The instant to decide for, as RFC 3339; by default the present.", valueName: "time")
    static let issuedAt = ArgumentHelp(
        "The instant to issue it at, as RFC 3339; by default the present.", valueName: "time")
    static let output = ArgumentHelp("The file to write; - is standard output.", valueName: "file")
    static let roots = ArgumentHelp("A root key that the app pins. May be repeated.", valueName: "pub")
    static let installs = ArgumentHelp(
        "The installations as CSV with a header: platform, version, build, channel, os, storefront, count.",
        valueName: "csv")
    static let skipBadRows = ArgumentHelp("Leave out rows that cannot be read instead of stopping.")
}
