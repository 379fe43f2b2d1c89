#include "COpenAPI.h"

// Standard since C23; clang has it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "../AirworthyServer/openapi.yaml"
};

const void *openapi_bytes(void) { return bytes; }

size_t openapi_length(void) { return sizeof bytes; }
