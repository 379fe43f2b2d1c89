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

    private static let drawings = [
        "arrow.down.app":
            #"<rect x="3" y="3" width="18" height="18" rx="4.5"/><path d="M12 7v9M8.5 12.5 12 16l3.5-3.5"/>"#,
        "exclamationmark.triangle": #"<path d="M12 3.5 22 20.5H2Z"/><path d="M12 9.5v5M12 17.6v.1"/>"#,
        "wrench.and.screwdriver":
            #"<path d="M4 20 14 10M20 5a4.5 4.5 0 0 1-6 5 4.5 4.5 0 0 1 5-6l-2 3Z"/><path d="m5 4 15 16"/>"#,
    ]
}
