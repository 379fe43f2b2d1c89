import ArgumentParser

/// Groups what is about the known releases of an app.
struct CatalogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", abstract: "The releases of an app that a server knows.",
        subcommands: [
            CatalogShowCommand.self, CatalogSyncCommand.self, CatalogImportCommand.self, CatalogWithdrawCommand.self,
            CatalogResetCommand.self,
        ])
}
