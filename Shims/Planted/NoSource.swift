// ios15: missing argument for parameter #1 in call
// macos12: missing argument for parameter #1 in call
import Airworthy

/// A client without a source would do nothing, and say nothing.
func planted() -> Airworthy { Airworthy() }
