"""OpenSSL's HMAC-DRBG, with entropy given by its TEST-RAND: a second opinion, through `ctypes`."""

import ctypes
import ctypes.util
from typing import Final

_STRENGTH: Final = 256


class _Param(ctypes.Structure):
    """OSSL_PARAM: a name, a type, and where the value lies."""

    _fields_ = (
        ("key", ctypes.c_char_p),
        ("data_type", ctypes.c_uint),
        ("data", ctypes.c_void_p),
        ("data_size", ctypes.c_size_t),
        ("return_size", ctypes.c_size_t),
    )


_UNSIGNED, _TEXT, _BYTES, _END = 2, 4, 5, 0


def _library() -> ctypes.CDLL:
    name = ctypes.util.find_library("crypto")
    assert name is not None, "the oracle needs OpenSSL 3's libcrypto"
    library = ctypes.CDLL(name)
    pointer, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    text, whole = ctypes.c_char_p, ctypes.c_uint
    for function, result, arguments in (
        ("EVP_RAND_fetch", pointer, (pointer, text, text)),
        ("EVP_RAND_CTX_new", pointer, (pointer, pointer)),
        ("EVP_RAND_CTX_free", None, (pointer,)),
        ("EVP_RAND_free", None, (pointer,)),
        ("EVP_RAND_CTX_set_params", number, (pointer, pointer)),
        ("EVP_RAND_instantiate", number, (pointer, whole, number, text, size, pointer)),
        ("EVP_RAND_reseed", number, (pointer, number, text, size, text, size)),
        ("EVP_RAND_generate", number, (pointer, text, size, whole, number, text, size)),
    ):
        call = getattr(library, function)
        call.restype, call.argtypes = result, arguments
    return library


class OpensslDrbg:
    """One HMAC-DRBG of OpenSSL, seeded with the entropy and the nonce that it is given."""

    def __init__(
        self, digest: str, entropy: bytes, nonce: bytes, personalisation: bytes = b""
    ) -> None:
        self._library = _library()
        self._source = self._context(b"TEST-RAND", None)
        self._told(strength=_STRENGTH, test_entropy=entropy, test_nonce=nonce)
        self._must(self._library.EVP_RAND_instantiate(self._source, _STRENGTH, 0, None, 0, None))
        self._drbg = self._context(b"HMAC-DRBG", self._source)
        with_digest = _params(mac="HMAC", digest=digest.upper().replace("SHA", "SHA2-"))
        self._must(
            self._library.EVP_RAND_instantiate(
                self._drbg, _STRENGTH, 0, personalisation, len(personalisation), with_digest
            )
        )

    def reseed(self, entropy: bytes, additional: bytes = b"") -> None:
        """Take fresh entropy from the source, which is told it."""
        self._told(test_entropy=entropy)
        self._must(
            self._library.EVP_RAND_reseed(self._drbg, 0, None, 0, additional, len(additional))
        )

    def generate(self, count: int, additional: bytes = b"", fresh_entropy: bytes = b"") -> bytes:
        """Return `count` bytes, after a reseed when there is fresh entropy."""
        if fresh_entropy:
            self._told(test_entropy=fresh_entropy)
        out = ctypes.create_string_buffer(count)
        self._must(
            self._library.EVP_RAND_generate(
                self._drbg, out, count, _STRENGTH, bool(fresh_entropy), additional, len(additional)
            )
        )
        return out.raw

    def close(self) -> None:
        """Free both contexts."""
        self._library.EVP_RAND_CTX_free(self._drbg)
        self._library.EVP_RAND_CTX_free(self._source)

    def _context(self, algorithm: bytes, parent: int | None) -> int:
        fetched = self._library.EVP_RAND_fetch(None, algorithm, None)
        assert fetched, algorithm
        context: int = self._library.EVP_RAND_CTX_new(fetched, parent)
        self._library.EVP_RAND_free(fetched)
        assert context, algorithm
        return context

    def _told(self, **values: str | int | bytes) -> None:
        self._must(self._library.EVP_RAND_CTX_set_params(self._source, _params(**values)))

    def _must(self, succeeded: int) -> None:
        assert succeeded == 1, "OpenSSL refused"


def _params(**values: str | int | bytes) -> "ctypes.Array[_Param]":
    """Return OpenSSL's list of parameters; it holds on to the values."""
    params = (_Param * (len(values) + 1))()
    kept: list[object] = []
    for param, (name, value) in zip(params, values.items(), strict=False):
        if isinstance(value, int):
            held: ctypes.Array[ctypes.c_char] | ctypes.c_uint = ctypes.c_uint(value)
            kind, size = _UNSIGNED, ctypes.sizeof(ctypes.c_uint)
        else:
            encoded = value.encode() if isinstance(value, str) else value
            held = ctypes.create_string_buffer(encoded)
            kind, size = _TEXT if isinstance(value, str) else _BYTES, len(encoded)
        kept.append(held)
        param.key, param.data_type = name.encode(), kind
        param.data = ctypes.cast(ctypes.pointer(held), ctypes.c_void_p)
        param.data_size, param.return_size = size, ctypes.c_size_t(-1).value
    params[len(values)].data_type = _END
    params.kept = kept  # type: ignore[attr-defined]
    return params
