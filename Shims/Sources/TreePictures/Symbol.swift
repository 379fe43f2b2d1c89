/// Drawings that replace Apple's symbols, which we may not copy. They show the meaning, not Apple's design.
enum Symbol {
    /// Returns the drawing of a symbol.
    /// - Parameter name: The symbol's name.
    /// - Returns: SVG in the colour of the text; `nil` for a symbol without a drawing.
    static func svg(_ name: String) -> String? {
        drawings[name].map {
            """
            <svg viewBox="0 0 24 24" width="1.15em" height="1.15em" fill="none" stroke="currentColor" stroke-width="1.6" \
            stroke-linecap="round" stroke-linejoin="round">\($0)</svg>
            """
        }
    }

    /// The icon of the invented app #hashtags.
    static let appIcon = """
        <svg viewBox="0 0 76 76" width="76" height="76"><defs><linearGradient id="i" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#5ac8fa"/>\
        <stop offset="1" stop-color="#0a5ad6"/></linearGradient></defs><rect width="76" height="76" fill="url(#i)"/>\
        <path d="M31 18 26 58M50 18 45 58M19 31h40M17 45h40" stroke="#fff" stroke-width="5" stroke-linecap="round" fill="none"/></svg>
        """

    private static let drawings = [
        "checkmark.circle.fill": #"<circle cx="12" cy="12" r="9.5"/><path d="m7.5 12.5 3 3 6-6.5"/>"#,
        "arrow.down.circle.fill": #"<circle cx="12" cy="12" r="9.5"/><path d="M12 7v9M8.5 12.5 12 16l3.5-3.5"/>"#,
        "questionmark.circle":
            #"<circle cx="12" cy="12" r="9.5"/><path d="M9.3 9.3a2.8 2.8 0 1 1 3.9 2.6c-.8.3-1.2.8-1.2 1.7M12 16.6v.1"/>"#,
        "exclamationmark.circle": #"<circle cx="12" cy="12" r="9.5"/><path d="M12 7v6M12 16.4v.1"/>"#,
        "arrow.down.app":
            #"<rect x="3" y="3" width="18" height="18" rx="4.5"/><path d="M12 7v9M8.5 12.5 12 16l3.5-3.5"/>"#,
        "exclamationmark.triangle": #"<path d="M12 3.5 22 20.5H2Z"/><path d="M12 9.5v5M12 17.6v.1"/>"#,
        "wrench.and.screwdriver":
            #"<path d="M4 20 14 10M20 5a4.5 4.5 0 0 1-6 5 4.5 4.5 0 0 1 5-6l-2 3Z"/><path d="m5 4 15 16"/>"#,
    ]
}
