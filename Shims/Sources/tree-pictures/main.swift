// Writes the page of each contact sheet into a folder, and their digests into another; see scripts/pictures.
import Foundation
import TreePictures

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: tree-pictures FOLDER DIGESTS\n".utf8))
    exit(64)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
var digests = ""
for screen in Screen.all {
    let html = try await ContactSheet(screen).html()
    try Data(html.utf8).write(to: folder.appendingPathComponent("\(screen.name).html"))
    digests += "\(ContactSheet.digest(html))  \(screen.name)\n"
}
try Data(digests.utf8).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
