/**
 * Batches calls: questions asked within one turn of the event loop are answered by one statement. No answer is older
 * than its question.
 *
 * @param askAll returns the answers in the order of its questions, or throws
 */
export function batch<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  type Waiting = { question: Question; resolve(answer: Answer): void; reject(error: unknown): void };
  let waiting: Waiting[] = [];

  async function answerAll(): Promise<void> {
    const asked = waiting;
    waiting = [];
    try {
      const answers = await askAll(asked.map(({ question }) => question));
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(answerAll);
      waiting.push({ question, resolve, reject });
    });
}
