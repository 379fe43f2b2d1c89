#ifndef C_SPAWN_H
#define C_SPAWN_H

#include <sys/types.h>

/// Starts a program in a process group of its own, with default signal handling and no other open files than its streams.
///
/// - `streams`: the descriptors of standard input, output and error; -1 is the null device.
/// Returns 0 and sets `child`, or returns an error number.
int spawn_child(
    pid_t *child, const char *program, char *const arguments[], char *const environment[], const char *folder,
    const int streams[3]);

#endif
