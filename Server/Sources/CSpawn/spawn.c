// The C library declares `addclosefrom_np` and `addchdir_np` only to C code that asks for its extensions.
#define _GNU_SOURCE
#include "CSpawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

static int add_actions(posix_spawn_file_actions_t *actions, const char *folder, const int streams[3]) {
    int error = 0;
    for (int stream = 0; stream < 3 && error == 0; stream++) {
        error = streams[stream] < 0 ? posix_spawn_file_actions_addopen(actions, stream, "/dev/null", O_RDWR, 0)
                                    : posix_spawn_file_actions_adddup2(actions, streams[stream], stream);
    }
    if (error == 0) error = posix_spawn_file_actions_addchdir_np(actions, folder);
#ifdef __GLIBC__
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
    return error;
}

static int set_attributes(posix_spawnattr_t *attributes) {
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawnattr_setflags(attributes, flags);
    if (error == 0) error = posix_spawnattr_setpgroup(attributes, 0);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
    if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &all);
    return error;
}

int spawn_child(
    pid_t *child, const char *program, char *const arguments[], char *const environment[], const char *folder,
    const int streams[3]) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = add_actions(&actions, folder, streams);
        if (error == 0) error = set_attributes(&attributes);
        if (error == 0) error = posix_spawn(child, program, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}
