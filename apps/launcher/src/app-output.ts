const ERROR_LEVEL = 50;

/**
 * What of an app's output the terminal shows: errors from its JSON log in one line, and whatever is no JSON (a crash's
 * stack). The rest is in the log file; a newcomer looks for the address, not for requests.
 */
export function errorsOnly(name: string, show: (line: string) => void): (line: string) => void {
  return (line) => {
    const entry = parsed(line);
    if (!entry) show(`[${name}] ${line}`);
    else if (entry.level >= ERROR_LEVEL) show(`[${name}] ${entry.text}`);
  };
}

/** Everything, readable: for those who work on the code. */
export function everything(name: string, show: (line: string) => void): (line: string) => void {
  return (line) => show(`[${name}] ${parsed(line)?.text ?? line}`);
}

function parsed(line: string): { level: number; text: string } | null {
  if (!line.startsWith("{")) return null;
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== "object" || entry === null || !("level" in entry)) return null;
    const text = [
      "msg" in entry ? entry.msg : undefined,
      "err" in entry && typeof entry.err === "object" && entry.err && "message" in entry.err
        ? entry.err.message
        : undefined,
    ];
    return { level: Number(entry.level), text: text.filter(Boolean).join(": ") || line };
  } catch {
    return null;
  }
}
