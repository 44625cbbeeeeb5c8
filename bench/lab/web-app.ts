import { execFileSync } from "node:child_process";
import path from "node:path";
import { freePort } from "@korki/local-services";
import type { Lab } from "./lab";

/** Builds the web application and starts an API that serves it. Returns its address. */
export async function startWebApp(lab: Lab): Promise<string> {
  execFileSync("turbo", ["run", "build", "--filter=@korki/web"], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    stdio: "ignore",
  });
  const port = await freePort();
  const api = await lab.startApi("api", { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  return api.origin;
}
