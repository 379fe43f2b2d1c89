import Airworthy
import Foundation

/// Yields to other tasks until a condition holds. No time passes; the time limit of the test ends a wait in vain.
func wait(until condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
