import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Changes } from "../changes";
import { type CapturedMail, parseMail, withTrace } from "./captured-mail";

/** `20251121T083015123Z`: the moment of arrival, of fixed width, so that names sort by it. */
const FILE = /^(\d{8}T\d{9}Z)\.eml$/;

/** Stores the last mails: in memory, and as .eml files if there is a folder. */
export class MailStore {
  readonly changes = new Changes();
  /** Oldest first. */
  #mails: CapturedMail[] = [];
  #lastStamp = 0;

  private constructor(
    private readonly dir: string | undefined,
    private readonly keep: number,
  ) {}

  /** Opens the folder and reads its mails. Ignores those that cannot be read. */
  static async open(dir: string | undefined, keep: number): Promise<MailStore> {
    const store = new MailStore(dir, keep);
    if (!dir) return store;
    // Mails contain links and codes: readable by the owner only.
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    chmodSync(dir, 0o700);
    const names = readdirSync(dir)
      .filter((name) => FILE.test(name))
      .sort();
    for (const name of names.slice(0, -keep)) rmSync(join(dir, name), { force: true });
    for (const name of names.slice(-keep)) {
      const id = name.replace(/\.eml$/, "");
      const receivedAt = timeOf(id);
      store.#lastStamp = receivedAt.getTime();
      const mail = await parseMail(id, receivedAt, readFileSync(join(dir, name))).catch(() => null);
      if (mail) store.#mails.push(mail);
    }
    return store;
  }

  /** Oldest first. */
  list(): readonly CapturedMail[] {
    return this.#mails;
  }

  find(id: string): CapturedMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  /** Stores a mail. Resolves when it is on disk and waiters were woken. */
  async add(raw: Buffer, envelope: CapturedMail["envelope"]): Promise<CapturedMail> {
    this.#lastStamp = Math.max(Date.now(), this.#lastStamp + 1);
    const receivedAt = new Date(this.#lastStamp);
    const id = receivedAt.toISOString().replace(/[-:.]/g, "");
    const mail = await parseMail(id, receivedAt, withTrace(raw, envelope, receivedAt));
    if (this.dir) {
      const path = join(this.dir, `${id}.eml`);
      await writeFile(`${path}.new`, mail.raw, { mode: 0o600 });
      await rename(`${path}.new`, path);
    }
    this.#insert(mail);
    const surplus = this.#mails.splice(0, Math.max(0, this.#mails.length - this.keep));
    await this.#removeFiles(surplus);
    this.changes.bump();
    return mail;
  }

  async clear(): Promise<void> {
    const gone = this.#mails.splice(0);
    await this.#removeFiles(gone);
    this.changes.bump();
  }

  /** Sorts mails by arrival: parsing may finish in another order. */
  #insert(mail: CapturedMail): void {
    const before = this.#mails.findLastIndex((each) => each.id < mail.id);
    this.#mails.splice(before + 1, 0, mail);
  }

  async #removeFiles(mails: readonly CapturedMail[]): Promise<void> {
    const { dir } = this;
    if (dir) await Promise.all(mails.map(({ id }) => rm(join(dir, `${id}.eml`), { force: true })));
  }
}

function timeOf(id: string): Date {
  return new Date(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, "$1-$2-$3T$4:$5:$6.$7Z"));
}
