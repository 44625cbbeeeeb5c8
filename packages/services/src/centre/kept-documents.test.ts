import { expect, test } from "vitest";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { keptDocument } from "./kept-documents";

const services = await openTestServices();

async function reader(gate: Promise<unknown> = Promise.resolve()) {
  const ctx = { ...personCtx(services, await makePerson(services, "Student")), limits: services.limits };
  let rendered = 0;
  let atOnce = 0;
  const read = (month: number) =>
    keptDocument(ctx, "monthly-summary", { month, reader: ctx.actor.id }, async () => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await gate;
      atOnce -= 1;
      rendered += 1;
      return Buffer.from(`${month}`);
    });
  return { ctx, read, rendered: () => rendered };
}

test("a file is rendered once, until what it shows or the centre's brand differs", async () => {
  const { read, rendered } = await reader();
  const files = await Promise.all(Array.from({ length: 10 }, () => read(11)));
  expect(files.map(String)).toEqual(Array(10).fill("11"));
  expect(rendered()).toBe(1);
  expect(String(await read(10))).toBe("10");
  expect(rendered()).toBe(2);
  await services.db.pool.query("UPDATE centre_settings SET name = 'Inna nazwa'");
  await read(11);
  expect(rendered()).toBe(3);
});

test("one person has thirty rendered in an hour and ten waiting, and reads what is kept without limit", async () => {
  let open: () => void = () => undefined;
  const { read, rendered } = await reader(
    new Promise<void>((resolve) => {
      open = resolve;
    }),
  );
  let refused = 0;
  const refuse = (error: unknown) => {
    expect(error).toMatchObject({ code: "rate_limited" });
    refused += 1;
    // One is rendered and ten wait.
    if (refused === 4) open();
  };
  await Promise.all(Array.from({ length: 15 }, (_, month) => read(month).catch(refuse)));
  expect(rendered()).toBe(11);
  for (let month = 0; rendered() < 30; month += 1) await read(month);
  await expect(read(99)).rejects.toMatchObject({ code: "rate_limited" });
  await expect(read(0)).resolves.toBeDefined();
  const other = await reader();
  await expect(other.read(0)).resolves.toBeDefined();
});
