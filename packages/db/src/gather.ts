/**
 * Answers many questions of one kind with one statement: what is asked within one turn of the event loop goes together.
 * Nobody's answer is older than the question.
 *
 * @param askAll answers in the order of its questions, or not at all
 */
export function gather<Question, Answer>(
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
