#pragma once

#include <stddef.h>

/// A template, the stylesheet or the script of the dashboard, compiled into the program.
typedef struct {
    const char *_Nonnull name;
    const void *_Nonnull bytes;
    size_t length;
} dashboard_file;

/// The number of files.
int dashboard_file_count(void);

/// A file by its position, from 0 to the number of files less one.
dashboard_file dashboard_file_at(int index);
