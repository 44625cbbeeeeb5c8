const ERROR_LEVEL = 50;

/**
 * Returns the part of an app's output that the terminal shows: errors of its JSON log in one line, and lines that are
 * not JSON, such as the stack of a crash. The log file has all of it.
 */
export function errorsOnly(name: string, show: (line: string) => void): (line: string) => void {
  return (line) => {
    const entry = parsed(line);
    if (!entry) show(`[${name}] ${line}`);
    else if (entry.level >= ERROR_LEVEL) show(`[${name}] ${entry.text}`);
  };
}

/** Returns all output in readable form, for development. */
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
