#ifndef C_LIBPQ_H
#define C_LIBPQ_H

// The part of libpq's interface that PersistencePostgres uses. Its ABI has been the same since PostgreSQL 8.
//
// The library is loaded when the first connection is opened, not linked: it brings 23 other libraries, 6 MB of memory and 3 ms at
// every start, which a server with SQLite would pay for nothing.

/// Loads libpq. Call it before any other function here; repeated calls do nothing.
/// Returns NULL, or the reason why it cannot be loaded.
const char *libpq_load(void);

typedef unsigned int Oid;
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

typedef struct pgNotify {
    char *relname;
    int be_pid;
    char *extra;
    struct pgNotify *next;
} PGnotify;

typedef struct _PQconninfoOption {
    char *keyword;
    char *envvar;
    char *compiled;
    char *val;
    char *label;
    /// "*" for a secret.
    char *dispchar;
    int dispsize;
} PQconninfoOption;

typedef enum { CONNECTION_OK, CONNECTION_BAD } ConnStatusType;
typedef enum { PGRES_EMPTY_QUERY, PGRES_COMMAND_OK, PGRES_TUPLES_OK } ExecStatusType;
typedef enum { PQTRANS_IDLE, PQTRANS_ACTIVE, PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_UNKNOWN } PGTransactionStatusType;

typedef void (*PQnoticeProcessor)(void *argument, const char *message);

// F(result, name, name in Swift, parameters, arguments)
#define LIBPQ_FUNCTIONS(F)                                                                                                       \
    F(PGconn *, PQconnectdbParams, "PQconnectdbParams(_:_:_:)",                                                                  \
      (const char *const *keywords, const char *const *values, int expand), (keywords, values, expand))                          \
    F(PQconninfoOption *, PQconninfoParse, "PQconninfoParse(_:_:)", (const char *text, char **error), (text, error))             \
    F(ConnStatusType, PQstatus, "PQstatus(_:)", (const PGconn *conn), (conn))                                                    \
    F(PGTransactionStatusType, PQtransactionStatus, "PQtransactionStatus(_:)", (const PGconn *conn), (conn))                     \
    F(char *, PQerrorMessage, "PQerrorMessage(_:)", (const PGconn *conn), (conn))                                                \
    F(int, PQsocket, "PQsocket(_:)", (const PGconn *conn), (conn))                                                               \
    F(int, PQsetClientEncoding, "PQsetClientEncoding(_:_:)", (PGconn * conn, const char *encoding), (conn, encoding))            \
    F(int, PQsetnonblocking, "PQsetnonblocking(_:_:)", (PGconn * conn, int nonblocking), (conn, nonblocking))                    \
    F(int, PQsendQueryParams, "PQsendQueryParams(_:_:_:_:_:_:_:_:)",                                                             \
      (PGconn * conn, const char *command, int count, const Oid *types, const char *const *values, const int *lengths,           \
       const int *formats, int format),                                                                                          \
      (conn, command, count, types, values, lengths, formats, format))                                                           \
    F(PQnoticeProcessor, PQsetNoticeProcessor, "PQsetNoticeProcessor(_:_:_:)",                                                   \
      (PGconn * conn, PQnoticeProcessor processor, void *argument), (conn, processor, argument))                                 \
    F(int, PQflush, "PQflush(_:)", (PGconn * conn), (conn))                                                                      \
    F(int, PQconsumeInput, "PQconsumeInput(_:)", (PGconn * conn), (conn))                                                        \
    F(int, PQisBusy, "PQisBusy(_:)", (PGconn * conn), (conn))                                                                    \
    F(PGresult *, PQgetResult, "PQgetResult(_:)", (PGconn * conn), (conn))                                                       \
    F(PGnotify *, PQnotifies, "PQnotifies(_:)", (PGconn * conn), (conn))                                                         \
    F(ExecStatusType, PQresultStatus, "PQresultStatus(_:)", (const PGresult *result), (result))                                  \
    F(char *, PQresultErrorField, "PQresultErrorField(_:_:)", (const PGresult *result, int field), (result, field))              \
    F(char *, PQcmdStatus, "PQcmdStatus(_:)", (PGresult * result), (result))                                                     \
    F(char *, PQcmdTuples, "PQcmdTuples(_:)", (PGresult * result), (result))                                                     \
    F(int, PQntuples, "PQntuples(_:)", (const PGresult *result), (result))                                                       \
    F(int, PQnfields, "PQnfields(_:)", (const PGresult *result), (result))                                                       \
    F(char *, PQfname, "PQfname(_:_:)", (const PGresult *result, int column), (result, column))                                  \
    F(Oid, PQftype, "PQftype(_:_:)", (const PGresult *result, int column), (result, column))                                     \
    F(int, PQgetisnull, "PQgetisnull(_:_:_:)", (const PGresult *result, int row, int column), (result, row, column))             \
    F(int, PQgetlength, "PQgetlength(_:_:_:)", (const PGresult *result, int row, int column), (result, row, column))             \
    F(char *, PQgetvalue, "PQgetvalue(_:_:_:)", (const PGresult *result, int row, int column), (result, row, column))

// These return nothing.
#define LIBPQ_PROCEDURES(F)                                                                                                      \
    F(PQconninfoFree, "PQconninfoFree(_:)", (PQconninfoOption * options), (options))                                             \
    F(PQfinish, "PQfinish(_:)", (PGconn * conn), (conn))                                                                         \
    F(PQclear, "PQclear(_:)", (PGresult * result), (result))                                                                     \
    F(PQfreemem, "PQfreemem(_:)", (void *memory), (memory))

// Their own names, so that libpq never calls these instead of its own functions.
#define LIBPQ_FUNCTION(result, name, swift, parameters, arguments)                                                               \
    result airworthy_##name parameters __attribute__((swift_name(swift)));
#define LIBPQ_PROCEDURE(name, swift, parameters, arguments) LIBPQ_FUNCTION(void, name, swift, parameters, arguments)
LIBPQ_FUNCTIONS(LIBPQ_FUNCTION)
LIBPQ_PROCEDURES(LIBPQ_PROCEDURE)

#endif
