/** What is known of a piece of work: never a parameter, a name or a text of a person. */
export type TraceFacts = Readonly<Record<string, string | number | boolean>>;

/** A piece of work that has begun. */
export interface OpenSpan {
  /** Runs what belongs to it. */
  run<T>(work: () => T): T;
  end(facts?: TraceFacts, error?: unknown): void;
}

/** Where spans go. */
export interface SpanSink {
  begin(name: string, facts: TraceFacts, requestId?: string): OpenSpan;
  /** Sends what is left. */
  close(): Promise<void>;
}
