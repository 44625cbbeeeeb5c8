import { beforeAll, beforeEach } from "vitest";

/** Sets up before a file's or a group's first test, and again for a second attempt: the first one has used things up. */
export function setUpForAttempts(setUp: () => Promise<void>): void {
  let again = false;
  beforeAll(setUp);
  beforeEach(async ({ task }) => {
    // Pages that were opened for a second attempt close with it.
    again ||= Boolean(task.result?.retryCount);
    if (again) await setUp();
  });
}
