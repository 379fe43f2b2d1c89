"""The JSON of DocC's pages."""


def blocks(value):
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from blocks(part)
    elif isinstance(value, list):
        for part in value:
            yield from blocks(part)
