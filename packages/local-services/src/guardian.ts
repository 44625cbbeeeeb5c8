import { type ChildProcess, spawn } from "node:child_process";
import type { ProcessRecord } from "./process-record";

type Guarded = Pick<ProcessRecord, "pid" | "stage" | "stopSignal">;

/**
 * A shell in a session of its own that knows every child. Its input ends when this process ends, even by SIGKILL. It
 * then stops the remaining children, programs before services, and kills the groups of those that stay.
 */
const SCRIPT = `
trap '' INT TERM HUP
list=
while read -r verb pid stage signal; do
  kept=
  for entry in $list; do
    [ "\${entry##*:}" = "$pid" ] || kept="$kept $entry"
  done
  list=$kept
  [ "$verb" = add ] && list="$list $stage:$signal:$pid"
done
alive() {
  kill -0 "$1" 2>/dev/null && ! grep -qs '^State:.*Z' "/proc/$1/status"
}
for stage in 2 1 0; do
  for entry in $list; do
    [ "\${entry%%:*}" = "$stage" ] || continue
    rest=\${entry#*:}
    kill -s "\${rest%%:*}" "\${rest#*:}" 2>/dev/null
  done
  for entry in $list; do
    [ "\${entry%%:*}" = "$stage" ] || continue
    pid=\${entry##*:}
    tries=0
    while alive "$pid" && [ "$tries" -lt 100 ]; do
      sleep 0.1
      tries=$((tries + 1))
    done
    kill -s KILL -- "-$pid" 2>/dev/null
  done
done
`;

/** Ensures that no child outlives this process. */
export class Guardian {
  readonly #guarded = new Map<number, Guarded>();
  #shell: ChildProcess | null = null;

  add(child: Guarded): void {
    this.#guarded.set(child.pid, child);
    if (this.#shell) this.#tell(child);
    else this.#begin();
  }

  remove(pid: number): void {
    if (this.#guarded.delete(pid)) this.#shell?.stdin?.write(`drop ${pid}\n`);
    if (this.#guarded.size === 0) this.#end();
  }

  #begin(): void {
    const shell = spawn("/bin/sh", ["-c", SCRIPT], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      cwd: "/",
    });
    this.#shell = shell;
    shell.on("error", () => undefined);
    // A write to a killed shell fails; its end starts a new one.
    shell.stdin.on("error", () => undefined);
    shell.on("exit", () => {
      if (this.#shell !== shell) return;
      this.#shell = null;
      if (this.#guarded.size > 0) this.#begin();
    });
    shell.unref();
    for (const child of this.#guarded.values()) this.#tell(child);
  }

  #tell({ pid, stage, stopSignal }: Guarded): void {
    this.#shell?.stdin?.write(`add ${pid} ${stage} ${stopSignal.slice(3)}\n`);
  }

  #end(): void {
    this.#shell?.stdin?.end();
    this.#shell = null;
  }
}
