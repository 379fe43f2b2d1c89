// ios15: call to main actor-isolated static method 'post(notification:argument:)' in a synchronous nonisolated context
// tvos15: call to main actor-isolated static method 'post(notification:argument:)' in a synchronous nonisolated context
import UIKit

func planted() { UIAccessibility.post(notification: .announcement, argument: "text") }
