import SwiftUI

/// The unfinished editor.
struct EditorView: View {
    @Binding var tags: [String]
    @State private var name = ""

    var body: some View {
        Form {
            TextField("Name", text: $name)
            Button("Add") {
                tags.append("#" + name)
                name = ""
            }
            .disabled(name.isEmpty)
        }
        .navigationTitle("New tag")
    }
}
