// `npm test`: types, lint, build and every test, from a fresh clone. Ends with the failed tests' names and one line
// of counts.
import { inspect } from "node:util";
import { build, ensureInstalled } from "./prepare.mjs";
import { root, run, StepFailed } from "./running.mjs";

const WRONG_ABOVE = "The errors are above.";

/** Steps of one line run at once: none of them keeps two cores busy from its beginning to its end. */
const PREPARATION = [
  { what: "packages", steps: [ensureInstalled] },
  {
    what: "Redis, browser and relay; types and build",
    steps: [
      () => run("tsx", ["packages/testing/src/prepare-machine.ts"], { advice: "" }),
      () => build("typecheck"),
    ],
  },
  {
    what: "lint, imports, unused exports, migrations",
    steps: [
      () => run("biome", ["check", "."], { advice: "`pnpm format` fixes most of it." }),
      () => run("knip", ["--include", "exports,files,types", "--no-progress"], { advice: WRONG_ABOVE }),
      () => run("node", ["scripts/lint-imports.mjs"], { advice: WRONG_ABOVE }),
      () => run("node", ["scripts/lint-migrations.mjs"], { advice: WRONG_ABOVE }),
    ],
  },
];

/**
 * Waits for all, so that one run names all that is wrong.
 *
 * @param {readonly (() => Promise<void>)[]} steps
 */
async function together(steps) {
  const outcomes = await Promise.allSettled(steps.map((step) => step()));
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  if (reasons.length === 0) return;
  if (!reasons.every((reason) => reason instanceof StepFailed)) throw reasons[0];
  throw new StepFailed(reasons.map(({ message }) => message).join("\n"));
}

/** @typedef {{ passed: number, failed: string[], flaky: string[], skipped: number }} Counts  By name; flaky ones with what went wrong. */

/** Browser tests start the whole product, so they run apart from the others. */
const ROUNDS = [["unit", "integration", "programs"], ["e2e"]];

/** @returns {Promise<Counts>} */
async function tests() {
  const { startVitest } = await import("vitest/node");
  const files = process.argv.slice(2);
  /** @type {Counts} */
  const counts = { passed: 0, failed: [], flaky: [], skipped: 0 };
  for (const project of ROUNDS) {
    const passWithNoTests = files.length > 0;
    const vitest = await startVitest("test", files, {
      run: true,
      watch: false,
      root,
      project,
      passWithNoTests,
    });
    count(vitest.state, counts);
    await vitest.close();
  }
  // Other errors of Vitest must not look like success.
  if (process.exitCode && counts.failed.length === 0) counts.failed.push("Vitest itself");
  return counts;
}

/**
 * @param {import("vitest/node").Vitest["state"]} state
 * @param {Counts} counts
 */
function count(state, counts) {
  for (const error of state.getUnhandledErrors()) counts.failed.push(outsideOfTests(error));
  for (const module of state.getTestModules()) {
    // A file that cannot be loaded and a hook that throws count as failures, although no test ran.
    for (const _error of module.errors()) counts.failed.push(module.relativeModuleId);
    for (const suite of module.children.allSuites()) {
      for (const _error of suite.errors())
        counts.failed.push(`${module.relativeModuleId} > ${suite.fullName}`);
    }
    for (const test of module.children.allTests()) {
      const { state: result, errors } = test.result();
      const name = `${module.relativeModuleId} > ${test.fullName}`;
      if (result === "passed" || result === "skipped") counts[result] += 1;
      else counts.failed.push(name);
      if (test.diagnostic()?.flaky)
        counts.flaky.push([name, ...(errors ?? []).map(({ stack }) => stack)].join("\n"));
    }
  }
}

/**
 * The stack, and the file that ran when it was thrown; whatever it is where Vitest noted neither.
 *
 * @param {any} error
 */
function outsideOfTests(error) {
  const where = error?.VITEST_TEST_PATH ? ` (while ${error.VITEST_TEST_PATH} ran)` : "";
  return `an error outside of the tests${where}: ${error?.stack ?? inspect(error)}`;
}

/** @returns {Promise<Counts>} */
async function everything() {
  try {
    for (const [index, { what, steps }] of PREPARATION.entries()) {
      console.log(`\n[${index + 1}/${PREPARATION.length + 1}] ${what}`);
      await together(steps);
    }
    console.log(`\n[${PREPARATION.length + 1}/${PREPARATION.length + 1}] tests`);
    return await tests();
  } catch (error) {
    console.error(error instanceof StepFailed ? `\n${error.message}` : error);
    return { passed: 0, failed: ["the preparation of the tests"], flaky: [], skipped: 0 };
  }
}

/**
 * @param {string} title
 * @param {readonly string[]} names
 */
function list(title, names) {
  if (names.length > 0) console.log(`\n${title}:\n${names.map((name) => `- ${name}`).join("\n")}`);
}

const { passed, failed, flaky, skipped } = await everything();
list("Passed at the second attempt only", flaky);
list("Failed", failed);
console.log(`\n${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed.length > 0 ? 1 : 0);
