// macos12: cannot convert value of type 'String' to specified type 'Int'
// ios15: passes
// tvos15: passes
#if os(macOS)
let planted: Int = "text"
#endif
