extension Duration {
    /// The duration in seconds, as a floating-point number.
    package var seconds: Double { self / .seconds(1) }
}
