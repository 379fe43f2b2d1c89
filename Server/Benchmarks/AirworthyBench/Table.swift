#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Formats measurements as a Markdown table. The first one is the control, by which the others are divided.
func table(_ measurements: [Measurement]) -> String {
    guard let control = measurements.first else { return "" }
    var lines = ["| benchmark | best of five | ÷ control |", "| --- | ---: | ---: |"]
    for measurement in measurements {
        let ratio = significant(measurement.nanoseconds / control.nanoseconds)
        lines.append("| \(measurement.name) | \(readable(nanoseconds: measurement.nanoseconds)) | \(ratio) |")
    }
    return lines.joined(separator: "\n")
}

/// Formats a time in the unit with the shortest number.
private func readable(nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: "\(significant(nanoseconds)) ns"
    case ..<1_000_000: "\(significant(nanoseconds / 1_000)) µs"
    case ..<1_000_000_000: "\(significant(nanoseconds / 1_000_000)) ms"
    default: "\(significant(nanoseconds / 1_000_000_000)) s"
    }
}

/// Formats a positive number with three significant digits, without the formatters of full Foundation.
private func significant(_ value: Double) -> String {
    guard value.isFinite, value > 0 else { return "\(value)" }
    var scale = 1.0
    while value * scale < 99.95, scale < 1_000_000 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return scale == 1 ? "\(Int(rounded))" : "\(rounded)"
}

/// Describes the machine in one line.
///
/// - Parameter swift: The version of the compiler that built the program, if known.
/// - Returns: Processor, cores and compiler, as far as they are known.
func machineLine(swift: String?) -> String {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return [processorName(), "\(cores) cores", swift.map { "Swift \($0)" }].compactMap(\.self).joined(separator: ", ")
}

/// The name of the first processor on Linux; `nil` elsewhere.
private func processorName() -> String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { String($0.drop { $0 == " " }) }
}
