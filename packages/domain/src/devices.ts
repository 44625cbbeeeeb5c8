// The first that fits counts: Edge and Opera call themselves Chrome, Chrome calls itself Safari.
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ["Edge", /\bEdgA?\/|\bEdgiOS\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\bFirefox\/|\bFxiOS\//],
  ["Chrome", /\bChrome\/|\bCriOS\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** Returns what a person would call the device of a User-Agent, e.g. "Chrome, Windows"; null if nothing of it is known. */
export function deviceName(userAgent: string): string | null {
  const found = [BROWSERS, SYSTEMS].map((list) => list.find(([, mark]) => mark.test(userAgent))?.[0]);
  return found.filter((name) => name !== undefined).join(", ") || null;
}
