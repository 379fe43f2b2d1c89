enum PlaceholderPersistencePostgres {}
