/// A QR code of a short text: byte mode, error correction level M, versions 1 to 10, as ISO/IEC 18004 describes it.
struct QRCode: Sendable {
    /// The number of modules of a side, without the quiet zone.
    let size: Int
    /// Whether each module is dark, row by row.
    let modules: [Bool]

    /// The modules of light space that a reader needs on each side.
    static let quietZone = 4

    /// Creates the code of a text of at most 213 bytes as UTF-8; `nil` for a longer one.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.all.first(where: { bytes.count <= $0.capacity }) else { return nil }
        var grid = QRGrid(version: version)
        grid.place(version.codewords(for: bytes))
        let best = (0..<8).map { mask in grid.masked(by: mask) }.min { $0.penalty < $1.penalty }
        guard let best else { return nil }
        size = version.size
        modules = best.modules
    }

    /// The dark modules as the path of an SVG in which a module is one unit, with the quiet zone around.
    var path: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                let start = x
                while x < size, modules[y * size + x] { x += 1 }
                if x > start {
                    path += "M\(start + Self.quietZone) \(y + Self.quietZone)h\(x - start)v1h-\(x - start)z"
                }
                x += 1
            }
        }
        return path
    }
}

/// A version of QR codes at level M: its size, and how its codewords are grouped.
struct QRVersion: Sendable {
    let number: Int
    /// The codewords for error correction of each block.
    private let correction: Int
    /// The data codewords of each block.
    private let blocks: [Int]
    /// The rows and columns of the centres of alignment patterns.
    let alignment: [Int]

    static let all: [QRVersion] = [
        QRVersion(1, correction: 10, blocks: [16], alignment: []),
        QRVersion(2, correction: 16, blocks: [28], alignment: [6, 18]),
        QRVersion(3, correction: 26, blocks: [44], alignment: [6, 22]),
        QRVersion(4, correction: 18, blocks: [32, 32], alignment: [6, 26]),
        QRVersion(5, correction: 24, blocks: [43, 43], alignment: [6, 30]),
        QRVersion(6, correction: 16, blocks: [27, 27, 27, 27], alignment: [6, 34]),
        QRVersion(7, correction: 18, blocks: [31, 31, 31, 31], alignment: [6, 22, 38]),
        QRVersion(8, correction: 22, blocks: [38, 38, 39, 39], alignment: [6, 24, 42]),
        QRVersion(9, correction: 22, blocks: [36, 36, 36, 37, 37], alignment: [6, 26, 46]),
        QRVersion(10, correction: 26, blocks: [43, 43, 43, 43, 44], alignment: [6, 28, 50]),
    ]

    private init(_ number: Int, correction: Int, blocks: [Int], alignment: [Int]) {
        self.number = number
        self.correction = correction
        self.blocks = blocks
        self.alignment = alignment
    }

    var size: Int { 17 + 4 * number }
    /// The number of bytes that fit.
    var capacity: Int { dataCount - (lengthBits == 8 ? 2 : 3) }

    private var dataCount: Int { blocks.reduce(0, +) }
    private var lengthBits: Int { number < 10 ? 8 : 16 }

    /// Returns the codewords of a message in the order of the code: data and error correction, interleaved.
    func codewords(for bytes: [UInt8]) -> [UInt8] {
        let data = dataCodewords(for: bytes)
        var parts: [(data: [UInt8], correction: [UInt8])] = []
        var start = 0
        for length in blocks {
            let block = Array(data[start..<(start + length)])
            parts.append((block, ReedSolomon.remainder(of: block, degree: correction)))
            start += length
        }
        var all: [UInt8] = []
        for index in 0..<(blocks.max() ?? 0) {
            for part in parts where index < part.data.count { all.append(part.data[index]) }
        }
        for index in 0..<correction {
            for part in parts { all.append(part.correction[index]) }
        }
        return all
    }

    private func dataCodewords(for bytes: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        append(0b0100, count: 4)
        append(bytes.count, count: lengthBits)
        for byte in bytes { append(Int(byte), count: 8) }
        // The end of the message, and the rest of its last codeword.
        append(0, count: min(4, dataCount * 8 - bits.count))
        append(0, count: (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var filler: UInt8 = 0xEC
        while data.count < dataCount {
            data.append(filler)
            filler ^= 0xEC ^ 0x11
        }
        return data
    }
}

/// Error correction over the field of 256 elements with the polynomial x⁸ + x⁴ + x³ + x² + 1.
private enum ReedSolomon {
    /// Returns the remainder of a message divided by the generator polynomial of a degree.
    static func remainder(of message: [UInt8], degree: Int) -> [UInt8] {
        let generator = generator(degree: degree)
        var remainder = [UInt8](repeating: 0, count: degree)
        for byte in message {
            let factor = byte ^ remainder[0]
            remainder.removeFirst()
            remainder.append(0)
            for index in 0..<degree { remainder[index] ^= product(generator[index], factor) }
        }
        return remainder
    }

    /// Returns the coefficients of the product of (x − 2⁰) … (x − 2ⁿ⁻¹), the highest power left out.
    private static func generator(degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree)
        result[degree - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                result[index] = product(result[index], root)
                if index + 1 < degree { result[index] ^= result[index + 1] }
            }
            root = product(root, 2)
        }
        return result
    }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result: UInt8 = 0
        for bit in (0..<8).reversed() {
            let carry = result & 0x80 != 0
            result = result << 1 ^ (carry ? 0x1D : 0)
            if b >> bit & 1 == 1 { result ^= a }
        }
        return result
    }
}
