import { Problem, redisProgram } from "@korki/local-services";
import { chromiumPath } from "./chromium";
import { relayProgram } from "./relay";

/** Run before the tests: what they need of the machine is there, or is installed, or is named in a clear text. */
try {
  const say = (line: string) => console.log(line);
  console.log(await redisProgram(say));
  console.log(await chromiumPath({ say }));
  console.log((await relayProgram(say)) ?? "no coturn");
} catch (error) {
  console.error(error instanceof Problem ? error.message : error);
  process.exit(1);
}
