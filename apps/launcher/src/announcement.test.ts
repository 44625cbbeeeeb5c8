import { testSettings } from "@korki/testing";
import { expect, test } from "vitest";
import { announcement } from "./announcement";

test("announces a demo with its pages and accounts", () => {
  const text = announcement(testSettings({ PORT: "4000" }));
  for (const part of [
    "http://localhost:4000\n",
    "http://localhost:4000/dev/inbox",
    "http://localhost:4000/dev/telegram",
    "Korepetycje1",
    "admin@demo.pl",
    "nauczyciel@demo.pl",
    "nauczyciel2@demo.pl",
    "uczen@demo.pl",
    "uczen2@demo.pl",
    "rodzic@demo.pl",
    "mama@demo.pl",
    "tata@demo.pl",
  ])
    expect(text).toContain(part);
});

test("announces production without passwords, accounts and developer pages, but with what is missing", () => {
  const text = announcement(testSettings({ NODE_ENV: "production", PUBLIC_URL: "https://korki.example" }));
  expect(text).toContain("https://korki.example");
  expect(text).not.toMatch(/Korepetycje1|demo\.pl|\/dev\//);
  expect(text).toContain("SMTP_URL is unset");
  expect(text).toContain("TELEGRAM_BOT_TOKEN is unset");
});
