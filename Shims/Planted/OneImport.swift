// ios15: passes
// watchos8: passes
import AirworthyUI
import SwiftUI

/// An app needs one import, also where it uses members of the decision.
@MainActor func planted(_ airworthy: Airworthy) -> some View {
    let version = airworthy.decision.update?.version?.description ?? ""
    return Text(verbatim: version + "\(airworthy.decision.channel.isDeveloper)").updateGate(airworthy)
}
