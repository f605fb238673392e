/** Signatures of the log: by WebCrypto where it knows Ed25519, else by a library loaded for it. */

type Check = (
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
) => Promise<boolean>;

const native: Check = async (key, signature, message) => {
  try {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signature, message);
  } catch {
    return false;
  }
};

export const fallback: Check = async (key, signature, message) => {
  const { ed25519 } = await import("@noble/curves/ed25519.js");
  try {
    // Not the lax rule of ZIP 215: the one of RFC 8032, as WebCrypto has it.
    return ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
};

let chosen: Promise<Check> | null = null;

/** A page from a disk may have no `subtle`; an older browser's does not know the curve. */
async function choose(): Promise<Check> {
  try {
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return native;
  } catch {
    return fallback;
  }
}

/** Tells whether a signature is of the message and the key (32 bytes); throws where none can tell. */
export async function isSigned(
  key: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean> {
  const check = await (chosen ??= choose());
  return check(new Uint8Array(key), new Uint8Array(signature), new Uint8Array(message));
}
