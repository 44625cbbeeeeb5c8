import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEMO_PASSWORD } from "@korki/demo/people";
import { freePort } from "@korki/local-services";
import { CHROMIUM_OPTIONS, chromiumPath } from "@korki/testing/chromium";
import { type Browser, chromium } from "playwright-core";

/** The built product with its demo, and a browser beside it. */
export type DemoProduct = { origin: string; product: ChildProcess; browser: Browser };

/**
 * Runs the built product with its demo and a browser, for as long as the work takes.
 *
 * @param options.env settings beside those of every bench
 * @param options.args switches of Chromium beside the usual ones
 */
export async function inDemoProduct(
  { env, args = [] }: { env: Record<string, string>; args?: readonly string[] },
  work: (demo: DemoProduct) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-bench-"));
  const port = String(await freePort());
  const product = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, "../../apps/launcher/dist/main.js")],
    {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: port,
        DATA_DIR: dataDir,
        DEMO: "1",
        RATE_LIMIT_SCALE: "1000",
        STOP_WITH_PARENT: "1",
        ...env,
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let browser: Browser | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      product.stdout.on("data", (chunk: Buffer) => chunk.includes("Korki is running at") && resolve());
      product.once("exit", (code) => reject(new Error(`the product ended with ${code}`)));
    });
    product.removeAllListeners("exit");
    browser = await launchBrowser(args);
    await work({ origin: `http://localhost:${port}`, product, browser });
  } finally {
    await browser?.close();
    product.kill("SIGTERM");
    if (product.exitCode === null) await once(product, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts a browser with switches of Chromium beside the usual ones. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    ...CHROMIUM_OPTIONS,
    args: [...CHROMIUM_OPTIONS.args, ...args],
  });
}

/** Returns the access token of a person of the demo. */
export async function signIn(origin: string, email: string): Promise<string> {
  const body = { email, password: DEMO_PASSWORD };
  return (await call<{ accessToken: string }>(`${origin}/api/user/login`, "POST", body)).accessToken;
}

/** Calls the REST or tRPC door; an empty token is nobody's. Throws for every answer that is no success. */
export async function call<Answer>(
  address: string,
  method: string,
  body: object | undefined,
  token = "",
): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
