// The views come with the client: an app with screens imports AirworthyUI alone. The reasons are in Exports.swift of Airworthy.
@_exported public import Airworthy

@_exported public import struct AirworthyTexts.ScreenContent
