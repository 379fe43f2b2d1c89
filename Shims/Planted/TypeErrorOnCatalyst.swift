// catalyst15: cannot convert value of type 'String' to specified type 'Int'
// ios15: passes
// macos12: passes
#if targetEnvironment(macCatalyst)
let planted: Int = "text"
#endif
