/// The measurements as a markdown table; the first one is the control the others are divided by.
func table(_ measurements: [Measurement]) -> String {
    guard let control = measurements.first else { return "" }
    var lines = ["| benchmark | best of five | ÷ control |", "| --- | ---: | ---: |"]
    for measurement in measurements {
        let ratio = significant(measurement.nanoseconds / control.nanoseconds)
        lines.append("| \(measurement.name) | \(readable(nanoseconds: measurement.nanoseconds)) | \(ratio) |")
    }
    return lines.joined(separator: "\n")
}

/// A time in the unit that keeps the number short.
private func readable(nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: "\(significant(nanoseconds)) ns"
    case ..<1_000_000: "\(significant(nanoseconds / 1_000)) µs"
    case ..<1_000_000_000: "\(significant(nanoseconds / 1_000_000)) ms"
    default: "\(significant(nanoseconds / 1_000_000_000)) s"
    }
}

/// A positive number with three significant digits, without the formatters of full Foundation.
private func significant(_ value: Double) -> String {
    guard value.isFinite, value > 0 else { return "\(value)" }
    var scale = 1.0
    while value * scale < 99.95, scale < 1_000_000 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return scale == 1 ? "\(Int(rounded))" : "\(rounded)"
}
