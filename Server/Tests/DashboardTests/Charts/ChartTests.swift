import Testing

@testable import Dashboard

@Suite("Charts")
struct ChartTests {
    @Test(
        "the axis goes in at most four round steps from 0 to at least the highest number",
        arguments: [
            (0, [0, 1]), (1, [0, 1]), (3, [0, 1, 2, 3]), (5, [0, 2, 4, 6]), (40, [0, 10, 20, 30, 40]),
            (90, [0, 25, 50, 75, 100]), (1_400, [0, 500, 1_000, 1_500]), (2_001, [0, 1_000, 2_000, 3_000]),
        ])
    func scale(highest: Int, marks: [Int]) { #expect(AreaChart.scale(upTo: highest) == marks) }

    @Test("less than half of the plot is empty above every highest number")
    func fullness() {
        var highest = 2
        while highest < 1_000_000_000 {
            let marks = AreaChart.scale(upTo: highest)
            let top = marks.last ?? 0
            #expect(top >= highest && top < 2 * highest && marks.count <= 5, "\(highest)")
            highest += 1 + highest / 7
        }
    }

    @Test("marks are lines at their days, the sentence names the newest three, and a day outside of the chart has none")
    func marks() {
        func chart(_ days: Int...) -> AreaChart {
            AreaChart(
                title: "T", sentence: "S", days: ["1 Nov", "2 Nov", "3 Nov"],
                series: [.init(name: "a", values: [1, 2, 3])],
                marks: days.enumerated().map { .init(day: $1, name: "policy \(9 - $0)") })
        }
        #expect(chart().marks == nil && chart(-1, 3).marks == nil && chart(3).marksSentence == nil)
        #expect(chart(2, 1).marks == "M600 0V200M300 0V200")
        #expect(chart(2, 1).marksSentence == "Dashed: policy 9 on 3 Nov and policy 8 on 2 Nov.")
        #expect(chart(2, 2, 1, 0).marksSentence?.hasSuffix("policy 7 on 2 Nov, and earlier ones.") == true)
    }

    @Test("a small area begins and ends at its edges, and says its first and last number")
    func sparkline() throws {
        let line = try #require(Sparkline("Active each day", values: [5, 10, 0], days: ["1 Nov", "2 Nov", "3 Nov"]))
        #expect(line.path == "M0 24L0 12L54 0L108 24L108 24Z")
        #expect(line.sentence == "Active each day: 5 on 1 Nov, 0 on 3 Nov")
    }

    @Test(
        "there is no area of nothing, one day, or days without labels", arguments: [[], [3], [0, 0], [1, 2, 3]])
    func noSparkline(values: [Int]) {
        #expect(
            Sparkline("Active each day", values: values, days: values.count == 3 ? ["1 Nov"] : values.map(String.init))
                == nil)
    }
}
