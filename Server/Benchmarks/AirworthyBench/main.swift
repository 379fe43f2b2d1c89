#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

func fail(_ message: String) -> Never {
    print(message)
    exit(1)
}

guard let options = Options(CommandLine.arguments.dropFirst()) else {
    fail("usage: airworthy-bench [--tool FILE] [--swift VERSION] [--filter TEXT] [--run NAME --times COUNT]")
}

// For counts.py, which counts the instructions of a run.
if let name = options.run {
    guard let benchmark = try engineBenchmarks().first(where: { $0.name == name }) else { fail("no benchmark \(name)") }
    for _ in 0..<options.times { benchmark.body() }
    exit(0)
}

let control = Control()
let kibibyte = [UInt8](repeating: 0, count: 1024)
guard control.hexDigest(kibibyte) == "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef" else {
    fail("the control computes a wrong SHA-256")
}

var benchmarks = try await engineBenchmarks() + trustBenchmarks() + clientBenchmarks()

if let tool = options.tool {
    guard exitStatus(of: tool, arguments: ["--version"]) == 0 else { fail("\(tool) --version does not run") }
    benchmarks.append(
        Benchmark("start-up of `airworthy compare 1.9 1.10`") {
            guard exitStatus(of: tool, arguments: ["compare", "1.9", "1.10"]) == 0 else {
                fail("\(tool) compare failed")
            }
        })
}

let chosen = benchmarks.filter { options.filter.map($0.name.contains) ?? true }
let all = [Benchmark("control: SHA-256 of 1 KiB") { blackHole(control.digest(opaque(kibibyte))) }] + chosen
print(table(measure(all)))
print("\n\(machineLine(swift: options.swift))")
