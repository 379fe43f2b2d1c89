/// The modules of a QR code while it is made.
struct QRGrid: Sendable {
    private let version: QRVersion
    private(set) var modules: [Bool]
    /// The modules of patterns and information, which hold no data and are not masked.
    private var isFixed: [Bool]

    private var size: Int { version.size }

    init(version: QRVersion) {
        self.version = version
        modules = Array(repeating: false, count: version.size * version.size)
        isFixed = modules
        for index in 0..<version.size {
            fix(index, 6, index % 2 == 0)
            fix(6, index, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { addFinder(x, y) }
        let last = version.alignment.count - 1
        for (row, y) in version.alignment.enumerated() {
            for (column, x) in version.alignment.enumerated() {
                // Finder patterns are in three of the corners.
                let isCorner = (row, column) == (0, 0) || (row, column) == (0, last) || (row, column) == (last, 0)
                if !isCorner { addAlignment(x, y) }
            }
        }
        addFormat(mask: 0)
        addVersion()
    }

    /// Writes the codewords: upwards and downwards in columns two modules wide, from the right.
    mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        var right = size - 1
        var isUpward = true
        while right > 0 {
            // The column of the timing pattern is skipped.
            if right == 6 { right = 5 }
            for step in 0..<size {
                let y = isUpward ? size - 1 - step : step
                for x in [right, right - 1] where !isFixed[y * size + x] {
                    if bit < codewords.count * 8 {
                        modules[y * size + x] = codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
                    }
                    bit += 1
                }
            }
            isUpward.toggle()
            right -= 2
        }
    }

    func masked(by mask: Int) -> QRGrid {
        var copy = self
        for y in 0..<size {
            for x in 0..<size where !isFixed[y * size + x] && Self.inverts(mask, x: x, y: y) {
                copy.modules[y * size + x].toggle()
            }
        }
        copy.addFormat(mask: mask)
        return copy
    }

    private static func inverts(_ mask: Int, x: Int, y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    // MARK: Patterns

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return }
        modules[y * size + x] = isDark
        isFixed[y * size + x] = true
    }

    private mutating func addFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4 {
                let distance = max(abs(dx), abs(dy))
                fix(x + dx, y + dy, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func addAlignment(_ x: Int, _ y: Int) {
        for dy in -2...2 {
            for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
    }

    /// Writes the level and the mask, twice. Level M has the number 0.
    private mutating func addFormat(mask: Int) {
        let bits = (mask << 10 | Self.remainder(of: mask, by: 0x537, degree: 10)) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0...5 { fix(8, index, bit(index)) }
        fix(8, 7, bit(6))
        fix(8, 8, bit(7))
        fix(7, 8, bit(8))
        for index in 9...14 { fix(14 - index, 8, bit(index)) }
        for index in 0...7 { fix(size - 1 - index, 8, bit(index)) }
        for index in 8...14 { fix(8, size - 15 + index, bit(index)) }
        fix(8, size - 8, true)
    }

    /// Writes the number of the version, twice, from version 7 on.
    private mutating func addVersion() {
        guard version.number >= 7 else { return }
        let bits = version.number << 12 | Self.remainder(of: version.number, by: 0x1F25, degree: 12)
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1
            fix(size - 11 + index % 3, index / 3, isDark)
            fix(index / 3, size - 11 + index % 3, isDark)
        }
    }

    private static func remainder(of value: Int, by polynomial: Int, degree: Int) -> Int {
        var remainder = value
        for _ in 0..<degree {
            remainder = remainder << 1 ^ (remainder >> (degree - 1) & 1 == 1 ? polynomial : 0)
        }
        return remainder
    }

    // MARK: Penalty

    /// How hard the code is to read, by the four rules of the standard.
    var penalty: Int {
        let lines = (0..<size).flatMap { index -> [[Bool]] in
            [
                (0..<size).map { modules[index * size + $0] }, (0..<size).map { modules[$0 * size + index] },
            ]
        }
        let dark = modules.count { $0 }
        let share = abs(dark * 20 - modules.count * 10)
        let steps = share / modules.count
        return lines.reduce(0) { $0 + Self.penalty(ofLine: $1) } + squares * 3 + steps * 10
    }

    private static func penalty(ofLine line: [Bool]) -> Int {
        var penalty = 0
        var start = 0
        while start < line.count {
            var end = start
            while end < line.count, line[end] == line[start] { end += 1 }
            if end - start >= 5 { penalty += end - start - 2 }
            start = end
        }
        // A pattern like that of a finder, with four light modules on one side.
        let finder = [true, false, true, true, true, false, true]
        let light = [Bool](repeating: false, count: 4)
        for pattern in [light + finder, finder + light] {
            for start in 0...(line.count - pattern.count)
            where line[start..<(start + pattern.count)].elementsEqual(pattern) {
                penalty += 40
            }
        }
        return penalty
    }

    /// The number of squares of two by two equal modules.
    private var squares: Int {
        var count = 0
        for y in 0..<(size - 1) {
            for x in 0..<(size - 1) {
                let colour = modules[y * size + x]
                if colour == modules[y * size + x + 1], colour == modules[(y + 1) * size + x],
                    colour == modules[(y + 1) * size + x + 1]
                {
                    count += 1
                }
            }
        }
        return count
    }
}
