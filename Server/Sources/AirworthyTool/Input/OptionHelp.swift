import ArgumentParser

/// What several commands say about an option of the same name.
extension ArgumentHelp {
    static let catalogs = ArgumentHelp(
        "The releases: a catalog, or an App Store lookup answer with the storefront that was asked. May be repeated.",
        valueName: "file[@storefront]")
    static let now = ArgumentHelp("The instant to decide for, as RFC 3339; by default the present.", valueName: "time")
}
