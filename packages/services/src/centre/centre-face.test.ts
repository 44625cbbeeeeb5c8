import { findBrandImage, newId } from "@korki/db";
import { renderMail } from "@korki/notifications";
import { accountInvitation } from "@korki/notifications/kinds/accounts";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import type { ActorCtx } from "../context";
import { renderContext } from "../notifications/render-context";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { getCentre, getLetterhead } from "./get-centre";
import { deleteLogo, getFace, saveFace, saveLogo } from "./save-face";

const services = await openTestServices({ CENTRE_NAME: "Korki" });
let admin: ActorCtx;

beforeEach(async () => {
  await services.db.prisma.centreSettings.updateMany({
    data: { name: null, contactPhone: null, contactEmail: null, brandColour: null },
  });
  await services.db.prisma.brandImage.deleteMany();
  admin = personCtx(services, await makePerson(services, "Admin"));
});

const picture = (width: number, height: number, background = "#1d4ed8") =>
  sharp({ create: { width, height, channels: 4, background } });
const logo = async (file: Promise<Buffer> | Buffer) =>
  saveLogo(admin, { base64: (await file).toString("base64") });
const code = (text: string) =>
  expect.objectContaining({ code: "input", message: expect.stringContaining(text) });

test("without a setting the centre is what the environment says, in the product's own colours", async () => {
  expect(await getCentre(services)).toMatchObject({ name: "Korki", colour: null, logo: null });
  expect(await renderContext(services, null)).toMatchObject({ centreName: "Korki", brand: null });
});

test("name, contact and colour are saved once per version and kept in the history", async () => {
  const { version } = await getFace(admin);
  const saved = await saveFace(admin, { name: "Szkoła Żak", colour: "#1d4ed8", version });
  expect(saved).toMatchObject({ name: "Szkoła Żak", colour: "#1d4ed8", version: version + 1 });
  await expect(saveFace(admin, { name: "Inna", version })).rejects.toMatchObject({ code: "conflict" });
  expect(await getLetterhead(services)).toMatchObject({ centreName: "Szkoła Żak", colour: "#1d4ed8" });
  const [entry] = await services.db.prisma.historyEntry.findMany({ orderBy: { id: "desc" }, take: 1 });
  expect(entry).toMatchObject({
    entity: "centre",
    action: "saveFace",
    changes: { name: { from: null, to: "Szkoła Żak" }, colour: { from: null, to: "#1d4ed8" } },
  });
});

test("refuses a colour on which white text cannot be read, and suggests one", async () => {
  const { version } = await getFace(admin);
  await expect(saveFace(admin, { colour: "#facc15", version })).rejects.toEqual(code("za jasny"));
  await expect(saveFace(admin, { colour: "#facc15", version })).rejects.toMatchObject({
    details: { suggestion: expect.stringMatching(/^#[0-9a-f]{6}$/) },
  });
  expect(await getFace(admin)).toMatchObject({ colour: null, version });
});

test.each(["png", "jpeg", "webp"] as const)(
  "a logo as %s is kept as PNG, without what else the file held",
  async (format) => {
    const file = await picture(1200, 300)
      .toFormat(format)
      .withExif({ IFD0: { Copyright: "TAJNE" } })
      .toBuffer();
    expect(await logo(file)).toMatchObject({ hasLogo: true });
    const image = await findBrandImage(services.db, "logo");
    expect(image).toMatchObject({ width: 720, height: 180 });
    expect(image?.content.subarray(1, 4).toString()).toBe("PNG");
    expect(image?.content.includes("TAJNE")).toBe(false);
    const icon = await findBrandImage(services.db, "icon-maskable-512");
    expect(icon).toMatchObject({ width: 512, height: 512 });
  },
);

test("refuses what is no picture, damaged, too small or too large, and keeps the logo that there is", async () => {
  await logo(picture(100, 100).png().toBuffer());
  const before = await findBrandImage(services.db, "logo-source");
  const whole = await picture(400, 400).png().toBuffer();
  const bad: [Buffer, string][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), "SVG"],
    [Buffer.from('<?xml version="1.0"?><svg/>'), "SVG"],
    [Buffer.from("GIF89a-----------"), "PNG, JPEG ani WebP"],
    [Buffer.from("%PDF-1.7"), "PNG, JPEG ani WebP"],
    [whole.subarray(0, 60), "odczytać"],
    [Buffer.concat([whole.subarray(0, 8), Buffer.alloc(500, 7)]), "odczytać"],
    [await picture(63, 200).png().toBuffer(), "za mały"],
    [await picture(6000, 64).png().toBuffer(), "pikseli"],
  ];
  for (const [file, text] of bad) await expect(logo(file), text).rejects.toEqual(code(text));
  expect((await findBrandImage(services.db, "logo-source"))?.content).toEqual(before?.content);
});

test("a white logo is shown on the centre's colour, and removing it restores the product's sign", async () => {
  const { version } = await getFace(admin);
  await saveFace(admin, { colour: "#1d4ed8", version });
  await logo(
    sharp({ create: { width: 200, height: 200, channels: 4, background: "#00000000" } })
      .composite([{ input: await picture(100, 100, "#ffffff").png().toBuffer() }])
      .png()
      .toBuffer(),
  );
  const image = await findBrandImage(services.db, "logo");
  const corner = await sharp(image?.content)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect([...corner.subarray(0, 3)]).toEqual([0x1d, 0x4e, 0xd8]);
  expect(await deleteLogo(admin)).toMatchObject({ hasLogo: false, colour: "#1d4ed8" });
  expect(await findBrandImage(services.db, "logo")).toBeNull();
  expect(await findBrandImage(services.db, "icon-192")).toMatchObject({ width: 192 });
});

test("e-mails carry name, colour and logo", async () => {
  const { version } = await getFace(admin);
  await saveFace(admin, { name: "Szkoła <Żak>".replace(/[<>]/g, ""), colour: "#7c2d12", version });
  await logo(picture(400, 100).png().toBuffer());
  const context = await renderContext(services, null);
  const invitation = accountInvitation.withFacts({ linkId: newId(), url: "https://korki.example/x" });
  const { html } = renderMail(invitation, context);
  expect(html).toContain('bgcolor="#7c2d12"');
  expect(html).toContain("Szkoła Żak");
  expect(html).toMatch(/<img src="[^"]+\/brand\/logo\.png\?v=\d+" alt="" width="160" height="40"/);
});
