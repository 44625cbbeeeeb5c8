import { createHmac } from "node:crypto";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { DEMO_PASSWORD, openByMenu, openMenu } from "./browser";
import { savedFile } from "./centre";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_SECONDS = 30;

/** What an authenticator app shows (RFC 6238), so many steps from now. */
export function totpCode(secret: string, offSteps = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + offSteps));
  const mac = createHmac("sha1", key).update(step).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Gives a page's browser a fingerprint reader on which a finger lies. */
export async function addAuthenticator(page: Page, context: BrowserContext): Promise<void> {
  const browser = await context.newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Sets up an authenticator app: from the password, over a wrong code, to the recovery codes. */
export async function setUpTotp(page: Page, within: Locator) {
  await within.getByLabel("Obecne hasło").fill(DEMO_PASSWORD);
  await within.getByRole("button", { name: "Dalej" }).click();
  const key = await within.getByLabel("Klucz dla aplikacji uwierzytelniającej").textContent();
  const secret = (key ?? "").replaceAll(" ", "");
  await within.getByRole("img", { name: "Kod QR dla aplikacji uwierzytelniającej" }).waitFor();
  const code = within.getByLabel("6-cyfrowy kod z aplikacji");
  await code.fill("000000");
  await within.getByRole("button", { name: "Włącz", exact: true }).click();
  await within.getByText("Nieprawidłowy kod").waitFor();
  await code.fill(totpCode(secret));
  await within.getByRole("button", { name: "Włącz", exact: true }).click();
  const list = within.getByLabel("Kody zapasowe").getByRole("listitem");
  await list.first().waitFor();
  const recoveryCodes = await list.allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  const { text } = await savedFile(page, within.getByRole("button", { name: "Pobierz" }));
  for (const each of recoveryCodes) expect(text).toContain(each);
  await within.getByRole("button", { name: "Mam zapisane kody" }).click();
  return { secret, recoveryCode: recoveryCodes[0] ?? "" };
}

/** Opens the settings of the account's security by the menu. */
export async function openSecurity(page: Page): Promise<void> {
  await openByMenu(page, "Ustawienia");
  await page.getByRole("link", { name: "Bezpieczeństwo" }).click();
  await page.getByRole("heading", { name: "Klucze dostępu" }).waitFor();
}

/** Leaves by the menu. */
export async function logOut(page: Page): Promise<void> {
  await openMenu(page);
  // On a phone a toast may lie over it.
  await page.getByRole("button", { name: "Wyloguj się" }).press("Enter");
  await page.waitForURL("**/auth");
}

/** Fills in the sign-in screen. */
export async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Hasło", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
}
