import { expect, test, vi } from "vitest";
import { pushAbility } from "./device";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 16_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36";

/** What a browser can do that has push or not, as a page or from the home screen. */
function abilityOf(userAgent: string, { hasPush, isInstalled = false }: Record<string, boolean>) {
  const permission = "default";
  vi.stubGlobal("navigator", { userAgent, maxTouchPoints: 5, standalone: isInstalled, serviceWorker: {} });
  vi.stubGlobal("window", hasPush ? { PushManager: {}, Notification: { permission } } : {});
  vi.stubGlobal("Notification", hasPush ? { permission } : undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: isInstalled }));
  return pushAbility();
}

test("an iPhone shows the steps to the home screen until it has push there, others what they can do", () => {
  expect(abilityOf(IPHONE, { hasPush: false })).toBe("home-screen-first");
  expect(abilityOf(IPHONE, { hasPush: false, isInstalled: true })).toBe("home-screen-first");
  expect(abilityOf(IPHONE, { hasPush: true, isInstalled: true })).toBe("able");
  expect(abilityOf(ANDROID, { hasPush: true })).toBe("able");
  expect(abilityOf(ANDROID, { hasPush: false })).toBe("none");
});
