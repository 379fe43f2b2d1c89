// ios15: cannot convert value of type 'String' to specified type 'Int'
// ios17: cannot convert value of type 'String' to specified type 'Int'
// macos12: passes
// tvos15: passes
#if os(iOS)
let planted: Int = "text"
#endif
