import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Board } from "./board";
import { BoardClient } from "./board-client";
import type { Author, Draft, Operation } from "./operations";
import { pack, unpack } from "./packed";
import { randomAct } from "./testing/random-act";

/** Small, fast and the same everywhere (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What the server does with what it is sent, without the database. */
class Log {
  readonly operations: Operation[] = [];
  readonly board = new Board();
  readonly #seqs = new Map<string, number>();

  draw(drafts: readonly Draft[], author: Author): { seqs: number[] } | { error: string; status: number } {
    const trial = new Board(this.board);
    const seqs: number[] = [];
    const fresh: Operation[] = [];
    for (const draft of drafts) {
      const known = this.#seqs.get(draft.key) ?? fresh.find(({ key }) => key === draft.key)?.seq;
      if (known === undefined) {
        if (trial.refusal(draft, author)) return { error: "refused", status: 409 };
        const operation = { ...draft, seq: trial.lastSeq + 1, authorId: author.id };
        trial.apply(operation);
        fresh.push(operation);
      }
      seqs.push(known ?? trial.lastSeq);
    }
    for (const operation of fresh) {
      this.operations.push(operation);
      this.#seqs.set(operation.key, operation.seq);
      this.board.apply(operation);
    }
    return { seqs };
  }
}

const HISTORIES = 3_000;
const STEPS = 14;

/** Two or three people draw over lines that are cut before or after the server has heard, and bring news late or twice. */
async function play(
  seed: number,
): Promise<{ log: Log; clients: BoardClient[]; authors: Author[]; drawn: Draft[]; refused: number }> {
  const random = randomFrom(seed);
  const log = new Log();
  const authors = ["teacher", "student", "parent"]
    .slice(0, 2 + (seed % 2))
    .map((id): Author => ({ id, isTeacher: id === "teacher" }));
  const late: (() => void)[] = [];
  let isCut = false;
  let refused = 0;
  const drawn: Draft[] = [];
  const clients: BoardClient[] = authors.map((author) => {
    const lost = () => isCut || random() < 0.15;
    return new BoardClient(
      author,
      {
        async since(seq) {
          if (lost()) throw new Error("cut");
          return unpack(seq, pack(log.operations.slice(seq)));
        },
        async draw(drafts) {
          if (lost()) throw new Error("cut before the server heard");
          const before = log.operations.length;
          const answer = log.draw(drafts, author);
          const news = log.operations.slice(before);
          for (const client of clients) {
            if (client === clients[authors.indexOf(author)] || random() < 0.2) continue;
            late.push(() => client.heard(news));
            if (random() < 0.2) late.push(() => client.heard(news));
          }
          if (lost()) throw new Error("cut before the answer");
          return answer;
        },
      },
      {
        onChange: () => undefined,
        onState: () => undefined,
        onRefused: () => {
          refused += 1;
        },
      },
    );
  });
  for (const client of clients) await client.catchUp();
  for (let step = 0; step < STEPS; step += 1) {
    isCut = random() < 0.2;
    const at = Math.floor(random() * clients.length);
    const client = clients[at];
    if (!client) continue;
    const key = `${seed}-${step}`;
    const act = randomAct(client, random, key);
    if (act) drawn.push(act);
    if (random() < 0.5) late.splice(Math.floor(random() * late.length), 1)[0]?.();
    if (random() < 0.3) await setImmediate();
    if (random() < 0.2) await client.catchUp();
  }
  isCut = false;
  for (const tell of late) tell();
  for (let round = 0; round < 200; round += 1) {
    await setImmediate();
    for (const client of clients) await client.catchUp();
    if (clients.every(({ copy }) => copy.pending.length === 0 && copy.log.lastSeq === log.operations.length))
      break;
  }
  for (const client of clients) client.stop();
  return { log, clients, authors, drawn, refused };
}

test(`after ${HISTORIES} random histories all copies are equal and nothing is lost`, async () => {
  let operations = 0;
  for (let seed = 0; seed < HISTORIES; seed += 1) {
    const { log, clients, drawn, refused } = await play(seed);
    const truth = log.board.toText();
    for (const { copy } of clients) expect([seed, copy.view.toText()]).toEqual([seed, truth]);
    // Saved once: every number once; nothing lost: what was drawn is in the log, or was refused.
    expect(log.operations.map(({ seq }) => seq)).toEqual(log.operations.map((_, at) => at + 1));
    const keys = new Set(log.operations.map(({ key }) => key));
    expect(keys.size).toBe(log.operations.length);
    expect(drawn.filter(({ key }) => !keys.has(key)).length).toBeLessThanOrEqual(refused);
    // In order, per author.
    for (const author of ["teacher", "student", "parent"]) {
      const steps = log.operations
        .filter(({ authorId }) => authorId === author)
        .map(({ key }) => Number(key.split("-")[1]));
      expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    }
    expect([seed, othersUndone(log.operations)]).toEqual([seed, []]);
    operations += log.operations.length;
  }
  expect(operations).toBeGreaterThan(HISTORIES * 5);
});

/** The undos that changed anything of somebody else's but what the undone operation itself had done. */
function othersUndone(operations: readonly Operation[]): string[] {
  const board = new Board();
  const wrong: string[] = [];
  for (const operation of operations) {
    const before = new Map(board.objects);
    board.apply(operation);
    if (operation.kind !== "undo") continue;
    for (const [key, object] of board.objects) {
      const was = before.get(key);
      const isOthers = object.operation.authorId !== operation.authorId;
      if (was && isOthers && was.isUndone !== object.isUndone) wrong.push(key);
      if (was && isOthers && object.hiddenBy > was.hiddenBy) wrong.push(key);
    }
  }
  return wrong;
}
