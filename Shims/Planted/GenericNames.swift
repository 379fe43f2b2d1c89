// ios15: cannot find type 'Rule' in scope
// watchos8: cannot find type 'Rule' in scope
import AirworthyUI

/// A name that apps do not write comes with its own module only.
func planted(_ rule: Rule) {}
