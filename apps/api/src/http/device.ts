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

/** Returns what a person would call the device of a User-Agent header, e.g. "Chrome, Windows". */
export function deviceOf(userAgent = ""): string {
  const found = [BROWSERS, SYSTEMS].map((list) => list.find(([, mark]) => mark.test(userAgent))?.[0]);
  return found.filter((name) => name !== undefined).join(", ") || "Nieznane urządzenie";
}
