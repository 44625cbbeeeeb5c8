// A parent for tests to kill: three children, one of each stage, and their numbers on standard output.
import { STAGES } from "../process-record";
import { Processes } from "../processes";

const processes = new Processes(process.argv[2] ?? "");
const children: number[] = [];
for (const stage of STAGES) {
  const { pid } = await processes.start({
    name: `child-${stage}`,
    command: "sleep",
    args: ["600"],
    cwd: "/",
    env: process.env,
    stage,
  });
  children.push(pid);
}
console.log(JSON.stringify(children));
setInterval(() => undefined, 60_000);
