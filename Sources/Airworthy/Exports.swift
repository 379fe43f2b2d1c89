// An app imports one module: the types of decisions, versions and pins come with the client, and the client with the views
// of AirworthyUI. A typealias for each type would not do, because with `MemberImportVisibility` an app could then name
// `Decision` but not use its members. The attribute is not official, but it is the only way, and Foundation uses it too.
@_exported public import AirworthyChannel
@_exported public import AirworthyPolicy
@_exported public import AirworthyTrust
