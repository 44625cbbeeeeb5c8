import { loadSettings, type Settings, SettingsError } from "@korki/settings";
import { standIns } from "../child-environment";
import { examineBackup } from "./backup";
import { examineDatabase } from "./database";
import { broken, type Finding, look, ok } from "./finding";
import { examineDisk, examineProduct, examineRedis } from "./machine";
import { examineBot, examineMail, examinePayments, examineRelay } from "./outside";

/** Examines a deployment as its environment describes it. Nothing is changed, and no message is sent. */
export async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = loadSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.faults.map(({ setting, text }) => broken("settings", `${setting} ${text}`));
  }
  const standIn = standIns(settings);
  const findings = await Promise.all([
    examineSettings(settings),
    examineDatabase(settings),
    examineRedis(settings),
    examineMail(settings, standIn.mail),
    examineBot(settings, standIn.telegram),
    examinePayments(settings, standIn.payments),
    examineRelay(settings),
    examineDisk(settings),
    examineBackup(settings),
    examineProduct(settings),
  ]);
  return findings.flat();
}

function examineSettings(settings: Settings): Finding[] {
  const { production, demo, publicUrl } = settings;
  if (!production)
    return [
      look(
        "settings",
        `NODE_ENV is not production${demo ? ", and the demo is on" : ""}: right on a developer's machine, wrong for people's data.`,
      ),
    ];
  return [ok("settings", `production at ${publicUrl}`)];
}

const SIGNS = { ok: "ok    ", look: "look  ", broken: "BROKEN" } as const;

/** Returns the findings as lines, and the exit code: 1 if something does not work. */
export function report(findings: readonly Finding[]): { lines: string[]; code: number } {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.map(({ state, what, text }) => `${SIGNS[state]}  ${what.padEnd(width)}  ${text}`);
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  const sum = `${count("broken")} broken, ${count("look")} to look at, ${count("ok")} ok`;
  return { lines: [...lines, "", sum], code: count("broken") > 0 ? 1 : 0 };
}
