import { saveFace, saveLogo } from "@korki/services/centre/save-face";
import { makePerson, personCtx, signIn } from "@korki/services/testing/people";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";
import { webDist } from "./web-app";

const api = await openTestApi();
const get = async (path: string) => {
  const answer = await fetch(`${api.origin}${path}`);
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};
const isBuilt = webDist() !== null;
const before = isBuilt ? (await get("/auth")).text : "";
const png = (side: number) =>
  sharp({ create: { width: side, height: side / 2, channels: 3, background: "#7c2d12" } })
    .png()
    .toBuffer();

beforeAll(async () => {
  const admin = personCtx(api.services, await makePerson(api.services, "Admin"));
  await saveFace(admin, { name: 'Szkoła "Żak" & syn $&', colour: "#1d4ed8", version: 0 });
  await saveLogo(admin, { base64: (await png(200)).toString("base64") });
});

test.runIf(isBuilt)("without a setting the pages are the built ones", () => {
  expect(before).toContain("<title>Korki – korepetycje online</title>");
  expect(before).not.toContain("<style>");
});

test.runIf(isBuilt)("every page carries name, colours and icons, and asks for no more scripts", async () => {
  const scripts = (text: string) => text.match(/<script[^>]*>/g);
  for (const path of ["/", "/auth", "/lekcja_probna", "/index.html"]) {
    const { text, type } = await get(path);
    expect(type).toContain("text/html");
    expect(text).toContain("<title>Szkoła &#34;Żak&#34; &#38; syn $&#38; – korepetycje online</title>");
    expect(text).toContain("--mantine-color-brand-7:#1d4ed8");
    expect(text).toContain("--korki-logo-ratio:2.000");
    expect(text).not.toContain("Korki");
    expect(scripts(text)).toEqual(scripts(before));
  }
  expect((await get("/dashboard/zajecia")).text).toContain("--mantine-color-brand-7:#1d4ed8");
  expect((await get("/assets/nothing.js")).status).toBe(404);
});

test.runIf(isBuilt)("the manifest of the installed application has name, colour and icons", async () => {
  const { text } = await get("/manifest.webmanifest");
  const manifest = JSON.parse(text);
  expect(manifest).toMatchObject({
    name: 'Szkoła "Żak" & syn $&',
    short_name: 'Szkoła "Żak" & syn $&',
    theme_color: "#1d4ed8",
    start_url: "/dashboard",
  });
  for (const { src, sizes } of manifest.icons) {
    expect(src).toMatch(/\.png\?v=2$/);
    const answer = await fetch(`${api.origin}${src}`);
    const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(`${width}x${width}`).toBe(sizes);
  }
  const logo = await get("/logo.svg");
  expect(logo.type).toContain("image/svg+xml");
  expect(logo.text).toContain("data:image/png;base64,");
  expect((await get("/brand/logo.png")).type).toBe("image/png");
});

test("a logo larger than other bodies is taken from an administrator, and from nobody else", async () => {
  const noise = await sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: "#000000",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  expect(noise.length).toBeGreaterThan(150_000);
  const base64 = noise.toString("base64");
  const send = (token?: string) =>
    fetch(`${api.origin}/trpc/centre.saveLogo`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ base64 }),
    });
  const as = async (role: "Admin" | "Teacher") =>
    (await signIn(api.services, await makePerson(api.services, role))).accessToken;
  expect((await send()).status).toBe(401);
  expect((await send(await as("Teacher"))).status).toBe(403);
  expect((await send(await as("Admin"))).status).toBe(200);
});
