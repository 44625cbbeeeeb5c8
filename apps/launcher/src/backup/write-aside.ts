import { rename, rm, writeFile } from "node:fs/promises";

/** Writes a file that only its owner may read. It appears, or takes the place of an older one, when it is complete. */
export async function writeAside(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  try {
    await writeFile(draft, "", { mode: 0o600, flag: "wx" });
    await write(draft);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
