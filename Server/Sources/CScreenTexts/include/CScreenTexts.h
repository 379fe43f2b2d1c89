#pragma once

#include <stddef.h>

/// A file with texts of screens, compiled into the program.
typedef struct {
    const void *_Nullable bytes;
    size_t length;
} screen_text;

/// The file of a language, such as "ja", and of a kind, "strings" or "stringsdict". Without such a file there are no bytes.
screen_text screen_text_file(const char *_Nonnull language, const char *_Nonnull kind);
