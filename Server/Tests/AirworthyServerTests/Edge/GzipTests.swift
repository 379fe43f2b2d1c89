import CZlib
import Foundation
import Testing

@testable import AirworthyServer

@Suite struct GzipTests {
    /// Decompresses with zlib directly.
    private func unpacked(_ bytes: [UInt8], room: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: room)
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output -> Int? in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.avail_out) : nil
            }
        }
        return count.map { Array(output.prefix($0)) }
    }

    @Test(arguments: [200, 5_000, 240_000])
    func `compressed bytes decompress to the same bytes`(_ size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 % 17 &* ($0 / 100)) }
        let packed = try #require(Gzip.compress(bytes))
        #expect(packed.count < size)
        #expect(packed.starts(with: [0x1F, 0x8B]))
        #expect(unpacked(packed, room: size + 1) == bytes)
    }

    @Test func `compression is deterministic and stores no time`() throws {
        let bytes = Array(String(repeating: "airworthy ", count: 100).utf8)
        let packed = try #require(Gzip.compress(bytes))
        #expect(packed == Gzip.compress(bytes))
        #expect(Array(packed[4..<8]) == [0, 0, 0, 0])
    }

    @Test func `bytes that do not get shorter are not compressed`() {
        #expect(Gzip.compress([]) == nil)
        #expect(Gzip.compress(Array("short".utf8)) == nil)
        var generator = SystemRandomNumberGenerator()
        #expect(Gzip.compress((0..<2_000).map { _ in UInt8.random(in: 0...255, using: &generator) }) == nil)
    }
}
