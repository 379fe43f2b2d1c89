import Testing
import ToolTesting

@Suite(.blocking) struct BucketCommandTests {
    // The first eight bytes of SHA-256 (sha256sum), times a million, shifted right by 64 bits.
    @Test(arguments: [
        (["--salt", "s", "--id", "i"], "561507"), (["--salt", "", "--id", ""], "430481"),
        (["--salt=", "--id="], "430481"), (["--id=i", "--salt=s"], "561507"),
        (["--salt", "-x", "--id", "--y"], "734274"),
    ])
    func `bucket prints parts per million, also for empty and unusual texts`(arguments: [String], number: String) throws
    {
        let result = try Tool.run(["bucket"] + arguments)
        #expect(result.status == 0)
        #expect(result.output == number + "\n")
    }

    @Test(arguments: [[], ["--salt", "s"], ["--id", "i"], ["--salt", "--id", "i"], ["s", "i"]])
    func `bucket needs --salt and --id`(arguments: [String]) throws {
        #expect(try Tool.run(["bucket"] + arguments).status == 64)
    }
}
