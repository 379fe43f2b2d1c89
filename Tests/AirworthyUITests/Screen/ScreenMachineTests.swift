import AirworthyPolicy
import Testing

@testable import AirworthyUI

@Suite struct ScreenMachineTests {
    private let required = Samples.decision(.required)
    private let recommended = Samples.decision(.recommended)
    private let gate = Presentation(.gate(.init(Samples.update())))
    private let prompt = Presentation(.prompt(.init(Samples.update())))
    private let nothing = Presentation(.nothing(.nothingToShow))

    private func showing(_ presentation: Presentation, _ decision: Decision) -> (ScreenMachine, id: Int) {
        var machine = ScreenMachine()
        machine.take(presentation, decision)
        return (machine, machine.item?.id ?? -1)
    }

    // MARK: Blocks

    @Test func `a block at launch comes before the content, which then is not made`() {
        var (machine, _) = showing(gate, required)
        #expect(machine.isCovered && !machine.hasContent)
        machine.take(nothing, recommended)
        #expect(!machine.isCovered && machine.hasContent)
    }

    @Test func `a block that comes later leaves the content as it is, out of reach`() {
        var (machine, _) = showing(nothing, recommended)
        machine.take(gate, required)
        #expect(machine.isCovered && machine.hasContent)
    }

    @Test func `a held launch shows the content only when its time is over and nothing blocks`() {
        var machine = ScreenMachine(isHolding: true)
        machine.take(nothing, recommended)
        #expect(machine.isCovered && !machine.hasContent)
        var blocked = machine
        machine.endHold()
        #expect(!machine.isCovered && machine.hasContent)
        blocked.take(gate, required)
        blocked.endHold()
        #expect(blocked.isCovered && !blocked.hasContent)
    }

    @Test(arguments: Presentation.Silence.allCases)
    func `a block lifts with any silence`(_ silence: Presentation.Silence) {
        var (machine, _) = showing(gate, required)
        machine.take(Presentation(.nothing(silence)), recommended)
        #expect(machine.item == nil)
    }

    @Test func `a block cannot be dismissed`() {
        var (machine, id) = showing(gate, required)
        #expect(machine.dismiss(id, .later) == [])
        #expect(machine.block != nil)
    }

    @Test func `one block that takes another's place is the same episode and is reported once`() {
        var (machine, id) = showing(gate, required)
        #expect(machine.appeared(id) == [.shown(gate)])
        #expect(machine.appeared(id) == [], "another scene shows it as well")
        machine.take(Presentation(.maintenance(until: Samples.now, isRechecking: false)), required)
        #expect(machine.item?.id == id)
        #expect(machine.appeared(id) == [])
    }

    // MARK: Answers

    @Test(arguments: [PromptAnswer.later, .skip])
    func `an answered prompt goes away and is answered once`(_ answer: PromptAnswer) {
        var (machine, id) = showing(prompt, recommended)
        #expect(machine.dismiss(id, answer) == [.answer(answer, recommended)])
        #expect(machine.item == nil)
        #expect(machine.dismiss(id, answer) == [])
    }

    @Test func `a prompt that goes by itself was not answered`() {
        var (machine, id) = showing(prompt, recommended)
        machine.take(nothing, Samples.decision(.ok))
        #expect(machine.item == nil)
        #expect(machine.dismiss(id, .later) == [], "the system tells that the sheet is gone")
    }

    @Test func `a prompt stays while interruptions are held back`() {
        var (machine, id) = showing(prompt, recommended)
        machine.take(Presentation(.nothing(.held)), recommended)
        #expect(machine.prompt?.id == id)
    }

    @Test func `a prompt stays when its release becomes required, which the next return enforces`() {
        var (machine, id) = showing(prompt, recommended)
        machine.take(Presentation(.nothing(.inUse)), required)
        #expect(machine.prompt?.id == id)
        machine.take(gate, required)
        #expect(machine.block != nil && machine.prompt == nil)
    }

    @Test func `a prompt for another release is another prompt`() {
        var (machine, id) = showing(prompt, recommended)
        machine.take(prompt, recommended)
        #expect(machine.prompt?.id == id)
        let newer = Samples.update("2.1")
        machine.take(
            Presentation(.prompt(.init(newer))), Samples.decision(.recommended, update: newer))
        #expect(machine.prompt?.id != id)
    }

    @Test func `a banner is dismissed without an answer, and stays when it was seen`() {
        let decision = Samples.decision(.requiredUnavailable) { $0.message = "Soon." }
        var (machine, id) = showing(Presentation(.banner), decision)
        machine.take(Presentation(.nothing(.bannerShown)), decision)
        #expect(machine.banner?.id == id)
        #expect(machine.dismiss(id, .later) == [])
        #expect(machine.item == nil)
    }

    // MARK: Trips

    @Test func `update on a prompt is an answer, then a trip, then the prompt is gone`() {
        var (machine, id) = showing(prompt, recommended)
        #expect(machine.depart(id) == [.answer(.update, recommended)])
        #expect(machine.depart(id) == nil, "a second press while the link opens")
        machine.take(Presentation(.nothing(.answered)), recommended)
        #expect(machine.departed(id, recommended, opened: true) == [.trip(recommended, opened: true)])
        #expect(machine.item == nil)
    }

    @Test func `a prompt whose links were refused stays to say so, and is not answered twice`() {
        var (machine, id) = showing(prompt, recommended)
        _ = machine.depart(id)
        #expect(machine.departed(id, recommended, opened: false) == [.trip(recommended, opened: false)])
        machine.take(Presentation(.nothing(.answered)), recommended)
        #expect(machine.prompt?.trip == .refused)
        #expect(machine.depart(id) == [], "one may try again")
        _ = machine.departed(id, recommended, opened: false)
        #expect(machine.dismiss(id, .later) == [])
        #expect(machine.item == nil)
    }

    @Test func `update on a gate is a trip, and the gate stays`() {
        var (machine, id) = showing(gate, required)
        #expect(machine.depart(id) == [])
        #expect(machine.departed(id, required, opened: true) == [.trip(required, opened: true)])
        #expect(machine.block?.trip == ScreenItem.Trip.none)
    }

    @Test func `whoever is back from the store can set out again although nobody said that the link opened`() {
        var (machine, id) = showing(gate, required)
        _ = machine.depart(id)
        machine.take(gate, required)
        #expect(machine.depart(id) == [])
    }

    @Test func `what was refused of one release says nothing about another`() {
        var (machine, id) = showing(gate, required)
        _ = machine.depart(id)
        _ = machine.departed(id, required, opened: false)
        machine.take(gate, required)
        #expect(machine.block?.trip == .refused)
        let newer = Samples.update("2.1")
        machine.take(Presentation(.gate(.init(newer))), Samples.decision(.required, update: newer))
        #expect(machine.block?.trip == ScreenItem.Trip.none)
    }

    @Test func `a trip that ends after its prompt is gone is still reported`() {
        var (machine, id) = showing(prompt, recommended)
        _ = machine.depart(id)
        machine.take(nothing, Samples.decision(.ok))
        #expect(machine.departed(id, recommended, opened: true) == [.trip(recommended, opened: true)])
    }
}
