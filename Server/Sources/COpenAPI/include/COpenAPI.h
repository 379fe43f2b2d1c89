#pragma once

#include <stddef.h>

/// The bytes of openapi.yaml, compiled into the program.
const void *_Nonnull openapi_bytes(void);

/// The number of bytes.
size_t openapi_length(void);
