import { createReadStream, createWriteStream } from "node:fs";
import { chmod, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Problem } from "@korki/local-services";
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";

/** The beginning of an age identity, which decrypts; a recipient (`age1…`) only encrypts. */
const IDENTITY = "AGE-SECRET-KEY-";

/** Whether what is sealed with this key can be read with it. */
export function decrypts(key: string | null): boolean {
  return key === null || key.startsWith(IDENTITY);
}

/** The endings of sealed files: gzip, and gzip inside age's format. */
const ENDINGS = { plain: ".gz", encrypted: ".gz.age" } as const;

/** Returns the name under which a file is kept: compressed, and encrypted if there is a key. */
export function sealedName(name: string, key: string | null): string {
  return `${name}${key === null ? ENDINGS.plain : ENDINGS.encrypted}`;
}

/** Returns the name without the endings of `sealedName`. */
export function unsealedName(name: string): string {
  return name.replace(/\.gz(\.age)?$/, "");
}

/**
 * Writes a stream to a file, compressed and, with a key, encrypted. The file appears when it is complete and on disk.
 */
export async function seal(source: Readable, file: string, key: string | null): Promise<void> {
  const draft = `${file}.part`;
  try {
    const compressed = source.pipe(createGzip());
    source.on("error", (error) => compressed.destroy(error));
    await pipeline(
      key === null ? compressed : await encrypted(compressed, key),
      createWriteStream(draft, { mode: 0o600 }),
    );
    await sync(draft);
    await rename(draft, file);
    await sync(path.dirname(file));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns the content of a sealed file. Throws a Problem if it is encrypted and the key does not decrypt. */
export async function unseal(file: string, key: string | null): Promise<Readable> {
  const stored = createReadStream(file);
  const compressed = file.endsWith(ENDINGS.encrypted) ? await decrypted(stored, file, key) : stored;
  const content = createGunzip();
  compressed.on("error", (error: Error) => content.destroy(error));
  return compressed.pipe(content);
}

async function encrypted(source: Readable, key: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(key.startsWith(IDENTITY) ? await identityToRecipient(key) : key);
  return fromWeb(await encrypter.encrypt(toWeb(source)));
}

async function decrypted(source: Readable, file: string, key: string | null): Promise<Readable> {
  if (!key?.startsWith(IDENTITY))
    throw new Problem(
      `${file} is encrypted: set BACKUP_KEY to the identity (${IDENTITY}1…) that belongs to it.`,
    );
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)));
  } catch (error) {
    source.destroy();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(`${file} cannot be decrypted with this BACKUP_KEY: ${reason}.`);
  }
}

/** Node's and the DOM's declarations of the same streams differ. */
const toWeb = (source: Readable) => Readable.toWeb(source) as ReadableStream<Uint8Array>;
const fromWeb = (source: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(source as Parameters<typeof Readable.fromWeb>[0]);

async function sync(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes the content of a sealed file beside its destination and moves it there. Only the owner may read it. */
export async function unsealTo(file: string, destination: string, key: string | null): Promise<void> {
  const draft = `${destination}.part`;
  await pipeline(await unseal(file, key), createWriteStream(draft, { mode: 0o600 }));
  await chmod(draft, 0o600);
  await rename(draft, destination);
}
