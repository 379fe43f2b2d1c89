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
        machine.present(presentation, decision: decision)
        return (machine, machine.item?.id ?? -1)
    }

    // MARK: Blocks

    @Test func `a block at launch appears before the content exists`() {
        var (machine, _) = showing(gate, required)
        #expect(machine.isCovered && !machine.hasContent)
        machine.present(nothing, decision: recommended)
        #expect(!machine.isCovered && machine.hasContent)
    }

    @Test func `a later block covers the content without removing it`() {
        var (machine, _) = showing(nothing, recommended)
        machine.present(gate, decision: required)
        #expect(machine.isCovered && machine.hasContent)
    }

    @Test func `a held launch shows the content only after the wait and without a block`() {
        var machine = ScreenMachine(isHolding: true)
        machine.present(nothing, decision: recommended)
        #expect(machine.isCovered && !machine.hasContent)
        var blocked = machine
        machine.endHold()
        #expect(!machine.isCovered && machine.hasContent)
        blocked.present(gate, decision: required)
        blocked.endHold()
        #expect(blocked.isCovered && !blocked.hasContent)
    }

    @Test(arguments: Presentation.Silence.allCases)
    func `a block lifts for every reason to show nothing`(_ silence: Presentation.Silence) {
        var (machine, _) = showing(gate, required)
        machine.present(Presentation(.nothing(silence)), decision: recommended)
        #expect(machine.item == nil)
    }

    @Test func `a block cannot be dismissed`() {
        var (machine, id) = showing(gate, required)
        #expect(machine.dismiss(id, answer: .later) == [])
        #expect(machine.block != nil)
    }

    @Test func `a block that replaces another block is not reported again`() {
        var (machine, id) = showing(gate, required)
        #expect(machine.appeared(id) == [.shown(gate)])
        #expect(machine.appeared(id) == [], "another scene shows it as well")
        machine.present(Presentation(.maintenance(until: Samples.now, isRechecking: false)), decision: required)
        #expect(machine.item?.id == id)
        #expect(machine.appeared(id) == [])
    }

    // MARK: Answers

    @Test(arguments: [PromptAnswer.later, .skip])
    func `an answered prompt disappears and reports one answer`(_ answer: PromptAnswer) {
        var (machine, id) = showing(prompt, recommended)
        #expect(machine.dismiss(id, answer: answer) == [.answer(answer, recommended)])
        #expect(machine.item == nil)
        #expect(machine.dismiss(id, answer: answer) == [])
    }

    @Test func `a prompt that disappears by itself reports no answer`() {
        var (machine, id) = showing(prompt, recommended)
        machine.present(nothing, decision: Samples.decision(.ok))
        #expect(machine.item == nil)
        #expect(machine.dismiss(id, answer: .later) == [], "the system tells that the sheet is gone")
    }

    @Test func `a prompt stays while interruptions are held back`() {
        var (machine, id) = showing(prompt, recommended)
        machine.present(Presentation(.nothing(.held)), decision: recommended)
        #expect(machine.prompt?.id == id)
    }

    @Test func `a prompt stays visible when its release becomes required, until the next return`() {
        var (machine, id) = showing(prompt, recommended)
        machine.present(Presentation(.nothing(.inUse)), decision: required)
        #expect(machine.prompt?.id == id)
        machine.present(gate, decision: required)
        #expect(machine.block != nil && machine.prompt == nil)
    }

    @Test func `a prompt for another release replaces the visible prompt`() {
        var (machine, id) = showing(prompt, recommended)
        machine.present(prompt, decision: recommended)
        #expect(machine.prompt?.id == id)
        let newer = Samples.update("2.1")
        machine.present(
            Presentation(.prompt(.init(newer))), decision: Samples.decision(.recommended, update: newer))
        #expect(machine.prompt?.id != id)
    }

    @Test func `a banner stays after it was shown, and closing it reports no answer`() {
        let decision = Samples.decision(.requiredUnavailable) { $0.message = "Soon." }
        var (machine, id) = showing(Presentation(.banner), decision)
        machine.present(Presentation(.nothing(.bannerShown)), decision: decision)
        #expect(machine.banner?.id == id)
        #expect(machine.dismiss(id, answer: .later) == [])
        #expect(machine.item == nil)
    }

    // MARK: Trips

    @Test func `Update on a prompt reports an answer and a trip, then removes the prompt`() {
        var (machine, id) = showing(prompt, recommended)
        #expect(machine.startTrip(id) == [.answer(.update, recommended)])
        #expect(machine.startTrip(id) == nil, "a second press while the link opens")
        machine.present(Presentation(.nothing(.answered)), decision: recommended)
        #expect(machine.endTrip(id, decision: recommended, opened: true) == [.trip(recommended, opened: true)])
        #expect(machine.item == nil)
    }

    @Test func `a prompt stays visible when no link opened, and reports one answer`() {
        var (machine, id) = showing(prompt, recommended)
        _ = machine.startTrip(id)
        #expect(machine.endTrip(id, decision: recommended, opened: false) == [.trip(recommended, opened: false)])
        machine.present(Presentation(.nothing(.answered)), decision: recommended)
        #expect(machine.prompt?.trip == .refused)
        #expect(machine.startTrip(id) == [], "one may try again")
        _ = machine.endTrip(id, decision: recommended, opened: false)
        #expect(machine.dismiss(id, answer: .later) == [])
        #expect(machine.item == nil)
    }

    @Test func `Update on a gate reports a trip, and the gate stays`() {
        var (machine, id) = showing(gate, required)
        #expect(machine.startTrip(id) == [])
        #expect(machine.endTrip(id, decision: required, opened: true) == [.trip(required, opened: true)])
        #expect(machine.block?.trip == ScreenItem.Trip.none)
    }

    @Test func `a user back from the store can press Update again without a callback for the link`() {
        var (machine, id) = showing(gate, required)
        _ = machine.startTrip(id)
        machine.present(gate, decision: required)
        #expect(machine.startTrip(id) == [])
    }

    @Test func `a new release resets the message that no link opened`() {
        var (machine, id) = showing(gate, required)
        _ = machine.startTrip(id)
        _ = machine.endTrip(id, decision: required, opened: false)
        machine.present(gate, decision: required)
        #expect(machine.block?.trip == .refused)
        let newer = Samples.update("2.1")
        machine.present(Presentation(.gate(.init(newer))), decision: Samples.decision(.required, update: newer))
        #expect(machine.block?.trip == ScreenItem.Trip.none)
    }

    @Test func `a trip that ends after its prompt disappeared is still reported`() {
        var (machine, id) = showing(prompt, recommended)
        _ = machine.startTrip(id)
        machine.present(nothing, decision: Samples.decision(.ok))
        #expect(machine.endTrip(id, decision: recommended, opened: true) == [.trip(recommended, opened: true)])
    }
}
