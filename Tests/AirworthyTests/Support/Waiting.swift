import Airworthy
import Foundation

/// Lets other tasks go on until something is so. No time passes; the tests' time limit ends what never comes.
func wait(until isSo: () -> Bool) async {
    while !isSo(), !Task.isCancelled { await Task.yield() }
}
