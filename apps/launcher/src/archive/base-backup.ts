import { PassThrough, type Readable } from "node:stream";
import { Client, type Submittable } from "pg";

/** A base backup that streams: the tar of the cluster, and what is known when it has ended. */
export interface BaseBackup {
  readonly tar: Readable;
  /** Resolves after the tar's end with the log position at which the backup began, such as `0/5000028`. */
  readonly startedAt: Promise<string>;
}

/** The connection of pg, as far as a query that runs itself needs it. */
interface Wire {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void };
}

/**
 * Starts a base backup over PostgreSQL's replication protocol, as pg_basebackup does, with the log that makes it
 * consistent. The role must be a superuser or have REPLICATION. Version 15 or newer.
 */
export async function startBaseBackup(databaseUrl: string): Promise<BaseBackup> {
  const options = { connectionString: databaseUrl, replication: "true", application_name: "korki backup" };
  const client = new Client(options);
  // The query on its way reports it.
  client.on("error", () => undefined);
  await client.connect();
  const tar = new PassThrough();
  const startedAt = new Promise<string>((resolve, reject) => {
    client.query(new BaseBackupQuery(tar, resolve, reject));
  });
  const ended = startedAt.finally(() => client.end());
  ended.catch((error: Error) => tar.destroy(error));
  return { tar, startedAt: ended };
}

/** Runs BASE_BACKUP: rows with the start, then the tar as copy data, then rows with the end. */
class BaseBackupQuery implements Submittable {
  #startedAt: string | null = null;
  #archives = 0;
  #paused = false;
  #failure: Error | null = null;
  readonly #tar: PassThrough;
  readonly #done: (startedAt: string) => void;
  readonly #failed: (error: Error) => void;

  constructor(tar: PassThrough, done: (startedAt: string) => void, failed: (error: Error) => void) {
    this.#tar = tar;
    this.#done = done;
    this.#failed = failed;
  }

  submit(connection: unknown): void {
    (connection as Wire).query("BASE_BACKUP (LABEL 'korki', CHECKPOINT 'fast', WAL true, WAIT false)");
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#startedAt ??= fields[0] ?? null;
  }

  /** Each message begins with its kind: n: a new archive; d: data; p: progress; m: the manifest. */
  handleCopyData({ chunk }: { chunk: Buffer }, connection: Wire): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === "n" && ++this.#archives > 1)
      this.#failure = new Error(
        "the cluster has tablespaces of its own, which a base backup of Korki leaves out",
      );
    if (kind !== "d" || this.#failure || this.#tar.destroyed) return;
    // A copy: the parser reuses its buffer.
    if (this.#tar.write(Buffer.from(chunk.subarray(1)))) return;
    if (this.#paused) return;
    this.#paused = true;
    connection.stream.pause();
    const resume = () => {
      this.#paused = false;
      this.#tar.off("drain", resume).off("close", resume);
      connection.stream.resume();
    };
    this.#tar.on("drain", resume).on("close", resume);
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}

  handleError(error: Error): void {
    this.#failed(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure || this.#startedAt === null) {
      this.#failed(this.#failure ?? new Error("the server sent no base backup"));
      return;
    }
    this.#tar.end();
    this.#done(this.#startedAt);
  }
}
