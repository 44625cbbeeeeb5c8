// `pnpm screens:html`: keeps the HTML of every screen, as the browser has it, and lets the W3C's checker (vnu) read it.
// Needs a Java runtime (Debian, Ubuntu: apt install default-jre-headless). The checker is fetched from npm when it is
// first used.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const HTML = path.join(ROOT, "e2e/results/html");
const TOOL = path.join(ROOT, "node_modules/.cache/vnu");
const VERSION = "26.9.27";

/** The checker's style sheet parser is older than these; they are not HTML. */
const STYLES = /^CSS: /;

/** What the library writes that draws lists of choices. */
const LIBRARY = /mantine-Select-option/;

if (!process.argv.includes("--kept")) {
  execFileSync("vitest", ["run", "--project", "e2e", "e2e/every-screen.test.ts"], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, SCREENS: "html" },
  });
}
const jar = path.join(TOOL, "node_modules/vnu-jar/build/dist/vnu.jar");
if (!existsSync(jar)) {
  mkdirSync(TOOL, { recursive: true });
  execFileSync("npm", ["install", "--prefix", TOOL, "--no-save", "--silent", `vnu-jar@${VERSION}`]);
}
const files = readdirSync(HTML).map((name) => path.join(HTML, name));
const { stderr, error } = spawnSync(
  "java",
  ["-jar", jar, "--format", "json", "--errors-only", "--exit-zero-always", ...files],
  { encoding: "utf8", maxBuffer: 2 ** 28 },
);
if (error) throw error;
/** @type {{ messages: { url: string, lastLine: number, message: string, extract?: string }[] }} */
const { messages } = JSON.parse(stderr);
const own = messages.filter(({ message }) => !STYLES.test(message));
const findings = own.filter(({ extract = "" }) => !LIBRARY.test(extract));
for (const { url, lastLine, message, extract } of findings) {
  console.log(`${path.basename(url)}:${lastLine}: ${message}\n    ${extract?.replaceAll("\n", " ")}`);
}
console.log(
  `${files.length} screens, ${findings.length} errors, ${own.length - findings.length} in what the library writes`,
);
process.exitCode = findings.length > 0 ? 1 : 0;
