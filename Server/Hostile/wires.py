"""Connections of attackers and honest callers: plain ones to a server, or TLS ones to the proxy in front of it."""
import http.client
import socket
import ssl

# The context of TLS, or None for plain connections; to be set before processes start.
tls = None


class _Socket(ssl.SSLSocket):
    """Raises what a plain socket does when there is nothing to read."""

    def recv(self, *arguments):
        try:
            return super().recv(*arguments)
        except ssl.SSLWantReadError:
            raise BlockingIOError from None


def context():
    """Trusts any certificate, because that of the proxy is made for the run."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname, made.verify_mode, made.sslsocket_class = False, ssl.CERT_NONE, _Socket
    return made


def connect(port, address, seconds=None, kept=None):
    """Opens a connection from an address; `kept` is the size of the buffer of the kernel."""
    wire = socket.socket()
    try:
        # A handshake with a proxy that accepts no more connections would wait for ever.
        wire.settimeout(seconds or (10 if tls else None))
        if kept:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, kept)
        wire.bind((address, 0))
        wire.connect(("127.0.0.1", port))
        return tls.wrap_socket(wire) if tls else wire
    except OSError:
        wire.close()
        raise


def caller(port, address, seconds):
    """An HTTP connection from an address."""
    if tls:
        return http.client.HTTPSConnection("127.0.0.1", port, timeout=seconds, source_address=(address, 0), context=tls)
    return http.client.HTTPConnection("127.0.0.1", port, timeout=seconds, source_address=(address, 0))
