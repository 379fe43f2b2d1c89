import Foundation

/// A fuzz target: for any bytes it must neither crash nor violate the properties that it checks.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] = [
        .policy, .manifest, .envelope, .version, .range, .scalars, .legacy, .convert, .decide, .request, .yaml,
    ]

    /// The target in `AIRWORTHY_FUZZ_TARGET`. A single binary contains all targets, because building it takes long.
    static let chosen: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["AIRWORTHY_FUZZ_TARGET"] ?? ""
        guard let target = all.first(where: { $0.name == name }) else {
            // libFuzzer calls this code and takes no errors.
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

/// Ends the process if a property is violated. libFuzzer then keeps the input as a crash.
func check(_ holds: Bool, _ property: @autoclosure () -> String) {
    if !holds { fatalError("property violated: \(property())") }
}

/// Returns `value`, or ends the process like ``check(_:_:)`` if it is `nil`.
func expect<Value>(_ value: Value?, _ property: @autoclosure () -> String) -> Value {
    guard let value else { fatalError("property violated: \(property())") }
    return value
}

/// Returns the lines of an input, padded with empty ones to `count`. Bytes that are not UTF-8 become U+FFFD.
func lines(of bytes: [UInt8], count: Int) -> [String] {
    let found = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return found.map { String(decoding: $0, as: UTF8.self) }
        + [String](repeating: "", count: max(0, count - found.count))
}

/// Whether a number in the text has more than three decimals, which a date loses when it is written.
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
