import Testing
import ToolTesting

@Suite(.blocking) struct CompareCommandTests {
    @Test(arguments: [
        ("1.9", "1.10", "<"), ("1.4", "1.4.0", "="), ("2.2.1", "2.2.0", ">"), ("1.0", "1.0.0.0", "="),
        ("1.4.0-beta", "1.4.0", "<"), (" 1.0 ", "1", "="), ("202601252307", "202601252306", ">"), ("01", "1", "="),
    ])
    func `compare prints the order of two versions`(left: String, right: String, sign: String) throws {
        let result = try Tool.run(["compare", left, right])
        #expect(result.status == 0)
        #expect(result.output == sign + "\n")
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: ["", " ", "1..0", ".", "1.x", "abc", "-1", "-", "v1", "1.0-", "１", "1\n2"])
    func `an invalid version is bad data on either side`(text: String) throws {
        for arguments in [[text, "1"], ["1", text]] {
            let result = try Tool.run(["compare"] + arguments)
            #expect(result.status == 65)
            #expect(result.output.isEmpty)
            #expect(result.errors.hasPrefix("airworthy: "))
        }
    }

    @Test(arguments: [[], ["1"], ["1", "2", "3"], ["--loud", "1", "2"]])
    func `a wrong number of arguments is a usage error`(arguments: [String]) throws {
        let result = try Tool.run(["compare"] + arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("airworthy: "))
    }
}
