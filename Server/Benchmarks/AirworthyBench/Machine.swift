#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Describes the machine in one line, for the foot of a table.
///
/// - Parameter swift: The version of the compiler that built this, as the caller knows it.
/// - Returns: Processor, cores and compiler, as far as they are known.
func machineLine(swift: String?) -> String {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return [processorName(), "\(cores) cores", swift.map { "Swift \($0)" }].compactMap(\.self).joined(separator: ", ")
}

/// What Linux calls the first processor; elsewhere nothing is known.
private func processorName() -> String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { String($0.drop { $0 == " " }) }
}
