#include "CLibPQ.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define POINTER(result, name, swift, parameters, arguments) static result(*name##_pointer) parameters;
#define PROCEDURE_POINTER(name, swift, parameters, arguments) POINTER(void, name, swift, parameters, arguments)
LIBPQ_FUNCTIONS(POINTER)
LIBPQ_PROCEDURES(PROCEDURE_POINTER)

#define FUNCTION(result, name, swift, parameters, arguments)                                                                     \
    result airworthy_##name parameters { return name##_pointer arguments; }
#define PROCEDURE(name, swift, parameters, arguments)                                                                            \
    void airworthy_##name parameters { name##_pointer arguments; }
LIBPQ_FUNCTIONS(FUNCTION)
LIBPQ_PROCEDURES(PROCEDURE)

#ifdef __APPLE__
static const char *const names[] = {"libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
                                    "/opt/homebrew/opt/postgresql@17/lib/libpq.5.dylib",
                                    "/usr/local/opt/libpq/lib/libpq.5.dylib"};
#else
static const char *const names[] = {"libpq.so.5"};
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) {
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof names / sizeof names[0]; index++)
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        failure = "libpq, PostgreSQL's client library, is not installed (on Debian: apt install libpq5)";
        return;
    }
#define LOOK_UP(result, name, swift, parameters, arguments)                                                                      \
    if (!(*(void **)&name##_pointer = dlsym(library, #name))) failure = "libpq is too old: it has no " #name;
#define LOOK_UP_PROCEDURE(name, swift, parameters, arguments) LOOK_UP(void, name, swift, parameters, arguments)
    LIBPQ_FUNCTIONS(LOOK_UP)
    LIBPQ_PROCEDURES(LOOK_UP_PROCEDURE)
}

const char *libpq_load(void) {
    pthread_once(&once, load);
    return failure;
}
