import { expect, test } from "vitest";
import { wireAttention } from "./attention";
import { toWire } from "./names";

test("an item names what it is about by id, and leaves out what only the screen needs", () => {
  const invoiceId = "01970000-0000-7000-8000-000000000001";
  const text = "Anna Nowak, 90 zł: Nieprawidłowy NIP";
  const items = [{ invoiceId, text, notificationId: invoiceId }];
  expect(toWire(wireAttention)([{ kind: "invoice-failed", count: 1, items }])).toEqual([
    { kind: "invoice-failed", count: 1, items: [{ invoiceId, text }] },
  ]);
});
