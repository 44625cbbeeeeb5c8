import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { memoryFolder } from "./packages/testing/src/memory-folder";

// Databases and browsers' profiles of tests. While the disk is busy, making a database there takes five times as long.
const inMemory = memoryFolder();
if (inMemory) process.env.TMPDIR ??= inMemory;

const EXCLUDED = ["**/node_modules/**", "**/dist/**", "**/generated/**"];

/** What needs modules of its own: it replaces one, or migrates. The migration engine runs once in a process. */
const WITH_OWN_MODULES = [
  "packages/services/src/accounts/same-work.test.ts",
  "packages/testing/src/app-role.test.ts",
  "packages/testing/src/open-centre-migration.test.ts",
  "apps/launcher/**/*.test.ts",
];

/**
 * Short files with long work. A new machine does not know how long files take, and begins with those of many lines. Of
 * the files that share a process only those of a round's first project are named: the process ends between projects.
 */
const LONGEST =
  /policy\/(policy|odd-input)\.test|archive\/archive|launcher\/src\/start|e2e\/(every-screen|classroom)/;

/** Begins with the longest files: one that comes last leaves the other cores waiting. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Most of what a test makes is soon garbage: with more room for it, it is collected less often. */
const WORKERS = { execArgv: ["--max-semi-space-size=64"] };

/** Both parts of the integration tests: against a real PostgreSQL and a real Redis, which the run starts for itself. */
const INTEGRATION = {
  ...WORKERS,
  globalSetup: "packages/testing/src/global-setup.ts",
  // A machine that builds and tests at once takes its time.
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Servers, workers and kills on two cores: `npm test` names what passed at the second attempt only.
  retry: 1,
};

export default defineConfig({
  test: {
    // Some tests wait more than they work, and each worker loads the product once for its files.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Rules, texts, settings and screens' own logic: no service, no browser, seconds. As in `integration`, files
        // share what they import.
        test: {
          ...WORKERS,
          name: "unit",
          include: [
            "packages/{board,domain,contracts,notifications,documents,settings,chat-client,classroom,tracing}/src/**/*.test.ts",
            "apps/web/src/**/*.test.{ts,tsx}",
            "docs/*.test.ts",
          ],
          exclude: EXCLUDED,
          isolate: false,
          // Some put stand-ins in the place of a browser's globals.
          unstubGlobals: true,
          // Generated cases and PDFs share two cores with everything else.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        // Use cases, queries and servers. The files of a worker share what they import: loading it for each of them
        // took as long as their tests.
        test: {
          ...INTEGRATION,
          name: "integration",
          include: [
            "packages/{db,demo,local-services,services,testing}/**/*.test.ts",
            "apps/{api,worker,bot,sandbox}/**/*.test.ts",
          ],
          exclude: [...EXCLUDED, ...WITH_OWN_MODULES],
          isolate: false,
        },
      },
      {
        test: {
          ...INTEGRATION,
          name: "programs",
          include: WITH_OWN_MODULES,
          exclude: EXCLUDED,
        },
      },
      {
        // The whole product in a real browser; needs the built apps. After everything else.
        test: {
          ...WORKERS,
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude: EXCLUDED,
          globalSetup: "e2e/harness/global-setup.ts",
          // Two files at a time, each with a product of its own: a browser waits as often as it works. One file
          // at a time against the product that E2E_URL names.
          maxWorkers: process.env.E2E_URL ? 1 : 2,
          maxConcurrency: 2,
          // A worker's files share one Chromium, too.
          isolate: false,
          sequence: { groupOrder: 1 },
          // As there: a browser beside servers.
          retry: 1,
          // As above: what a screen shows next may take its time there.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
