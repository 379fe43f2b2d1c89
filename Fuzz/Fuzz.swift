import Foundation

/// Something that takes any bytes: it must neither crash nor break the properties that it checks.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] = [
        .policy, .manifest, .envelope, .version, .range, .scalars, .legacy, .convert, .decide,
    ]

    /// The one that `AIRWORTHY_FUZZ_TARGET` names: one binary serves all of them, because building it takes long.
    static let chosen: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["AIRWORTHY_FUZZ_TARGET"] ?? ""
        guard let target = all.first(where: { $0.name == name }) else {
            // libFuzzer calls us; there is nobody to hand an error to.
            fatalError("AIRWORTHY_FUZZ_TARGET must be one of \(all.map(\.name).joined(separator: " "))")
        }
        return target
    }()
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Ends the process, which libFuzzer takes for a crash and keeps the input of, unless a property holds.
func check(_ holds: Bool, _ property: @autoclosure () -> String) {
    if !holds { fatalError("property violated: \(property())") }
}

/// `value` if there is one; that there is none breaks a property, and ends the process as in ``check(_:_:)``.
func expect<Value>(_ value: Value?, _ property: @autoclosure () -> String) -> Value {
    guard let value else { fatalError("property violated: \(property())") }
    return value
}

/// The lines of an input, at least `count`, the missing ones empty; bytes that are not UTF-8 become U+FFFD.
func lines(_ bytes: [UInt8], _ count: Int) -> [String] {
    let found = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return found.map { String(decoding: $0, as: UTF8.self) }
        + [String](repeating: "", count: max(0, count - found.count))
}

/// Whether a number in the text has so many decimals that a moment loses some when it is written in milliseconds.
func hasFineFraction(_ bytes: [UInt8]) -> Bool {
    var run = -1
    for byte in bytes {
        if byte == UInt8(ascii: ".") {
            run = 0
        } else if run >= 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            run += 1
            if run > 3 { return true }
        } else {
            run = -1
        }
    }
    return false
}
