// `npm start`: from a fresh clone to the running product, with Node.js and npm alone.
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { tell } from "./running.mjs";

await tell(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
// In this process: its end, however it comes, is the product's.
process.argv.splice(2);
await import(new URL("../apps/launcher/dist/main.js", import.meta.url).href);
