import type { Database } from "./client";

type BatchOptions = {
  /** One statement at a time: what is asked while it runs waits for its end. The busier, the fewer statements. */
  inTurn?: boolean;
};

/**
 * Batches calls: questions asked within one turn of the event loop are answered by one statement. No answer is older
 * than its question.
 *
 * @param askAll returns the answers in the order of its questions, or throws
 */
export function batch<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { inTurn = false }: BatchOptions = {},
): (question: Question) => Promise<Answer> {
  type Waiting = { question: Question; resolve(answer: Answer): void; reject(error: unknown): void };
  let waiting: Waiting[] = [];
  let isRunning = false;

  async function answerAll(): Promise<void> {
    const asked = waiting;
    waiting = [];
    isRunning = true;
    try {
      const answers = await askAll(asked.map(({ question }) => question));
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    isRunning = false;
    if (inTurn && waiting.length > 0) setImmediate(answerAll);
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0 && !(inTurn && isRunning)) setImmediate(answerAll);
      waiting.push({ question, resolve, reject });
    });
}

/** The same for questions to any database: each has its own batches. */
export function batchOn<Question, Answer>(
  askAll: (db: Database, questions: readonly Question[]) => Promise<readonly Answer[]>,
  options?: BatchOptions,
): (db: Database, question: Question) => Promise<Answer> {
  const batches = new WeakMap<Database, (question: Question) => Promise<Answer>>();
  return (db, question) => {
    const ask = batches.get(db) ?? batch((questions) => askAll(db, questions), options);
    batches.set(db, ask);
    return ask(question);
  };
}
