import { defineConfig } from "vitest/config";

const EXCLUDED = ["**/node_modules/**", "**/dist/**", "**/generated/**"];

export default defineConfig({
  test: {
    // The machine is shared with the servers and the browser that the tests run.
    maxWorkers: 2,
    projects: [
      {
        // Rules, texts and settings: no service, seconds.
        test: {
          name: "unit",
          include: [
            "packages/{domain,contracts,notifications,documents,settings,chat-client,tracing}/src/**/*.test.ts",
            "apps/api/src/policy/policy-view.test.ts",
            "docs/*.test.ts",
          ],
          exclude: EXCLUDED,
          // Generated cases and PDFs share two cores with everything else.
          testTimeout: 30_000,
        },
      },
      {
        // Screens' own logic, without a browser.
        test: { name: "web", include: ["apps/web/src/**/*.test.{ts,tsx}"], exclude: EXCLUDED },
      },
      {
        // Against a real PostgreSQL and a real Redis, which the run starts for itself.
        test: {
          name: "integration",
          include: [
            "packages/{db,services,local-services,testing}/**/*.test.ts",
            "apps/{api,worker,bot,sandbox,launcher}/**/*.test.ts",
          ],
          exclude: EXCLUDED,
          globalSetup: "packages/testing/src/global-setup.ts",
          // A machine that builds and tests at once takes its time.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The whole product in a real browser; needs the built apps. After everything else.
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude: EXCLUDED,
          globalSetup: "e2e/harness/global-setup.ts",
          // Two files at a time, each with a product of its own: a browser waits as often as it works.
          maxWorkers: 2,
          maxConcurrency: 2,
          sequence: { groupOrder: 1 },
          // A browser beside servers on two cores: `npm test` names what passed at the second attempt only.
          retry: 1,
          // As above: what a screen shows next may take its time there.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
