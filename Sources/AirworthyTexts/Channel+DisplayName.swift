public import AirworthyPolicy

extension Channel {
    /// Returns the name of the channel for people, as in the badge: `TestFlight (Internal)`.
    ///
    /// ```swift
    /// Text(airworthy.channel.displayName(in: "ja"))  // TestFlight（内部）
    /// ```
    /// - Parameter language: A tag such as `ja` or `pt-BR`; `nil` for the language of the app. Other languages than
    ///   ``ScreenWriter/languages`` have English names.
    /// - Returns: The name; that of a channel of a later version as it is written in rules.
    public func displayName(in language: String? = nil) -> String { UIText(language: language).name(self) }
}
