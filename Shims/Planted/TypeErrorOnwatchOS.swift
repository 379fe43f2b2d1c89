// watchos8: cannot convert value of type 'String' to specified type 'Int'
// ios15: passes
// macos12: passes
#if os(watchOS)
let planted: Int = "text"
#endif
