// An app imports one module. These are the names that an app writes; everything else, down to the engine, comes with
// `import AirworthyPolicy` and `import AirworthyTrust`. Their members, e.g. those of a rule in a decision, need no import.
// A typealias for each type would not do, because with `MemberImportVisibility` an app could then name `Decision` but not use its
// members. The attribute is not official, but it is the only way, and Foundation uses it too.
@_exported public import struct AirworthyPolicy.AppVersion
@_exported public import struct AirworthyPolicy.BuildNumber
@_exported public import struct AirworthyPolicy.Decision
@_exported public import struct AirworthyPolicy.Exempt
@_exported public import struct AirworthyPolicy.Installation
@_exported public import enum AirworthyPolicy.JSONValue
@_exported public import struct AirworthyPolicy.Minimum
@_exported public import struct AirworthyPolicy.Policy
@_exported public import struct AirworthyPolicy.Presentation
@_exported public import struct AirworthyPolicy.Require
@_exported public import struct AirworthyPolicy.Suggest
