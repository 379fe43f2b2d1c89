// ios15: cannot find type 'ObservableObject' in scope
// macos12: cannot find type 'ObservableObject' in scope
// tvos15: cannot find type 'ObservableObject' in scope
import SwiftUI

final class Planted: ObservableObject {}
