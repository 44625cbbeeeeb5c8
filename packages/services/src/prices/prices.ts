import type { PublicPrices } from "@korki/contracts/centre";
import type { Page } from "@korki/contracts/paging";
import type {
  AppliedPrice,
  PriceListRows,
  PricesInput,
  SavePricesInput,
  SetPriceInput,
} from "@korki/contracts/prices";
import { adminCompanyTexts } from "@korki/contracts/texts/admin-company";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  countIndividualPrices,
  deleteIndividualPrice,
  findAppliedPrice,
  findPrices,
  listIndividualPrices,
  lockPeopleForShare,
  type PriceRow,
  replaceIndividualPrice,
  replaceListPrice,
  savePrice,
  type Tx,
  transact,
} from "@korki/db";
import { DEFAULT_PRICES, LEVELS, type Level, LIST_PRICE_IDS, type PriceRate, priceList } from "@korki/domain";
import { requireChangeable } from "../accounts/get-person";
import type { ActorCtx, Ctx } from "../context";
import { conflict, notFound } from "../errors";
import { diff, recordHistory } from "../history";

/** The price list, one row per level; version 0 where the default was never changed. */
export async function getPrices(ctx: ActorCtx): Promise<PriceListRows> {
  return allLevels(await findPrices(ctx.db));
}

/** Returns what anybody may know: what a lesson of each level costs, without what the teacher earns. */
export async function getPublicPrices(ctx: Ctx): Promise<PublicPrices> {
  return allLevels(await findPrices(ctx.db)).map(({ level, price }) => ({ level, price }));
}

/** Returns what a lesson of these two costs and earns if it is made now: the most specific pair applies (rules §14). */
export async function priceOf(
  tx: Tx,
  lesson: { studentId: string; teacherId: string; level: Level },
): Promise<PriceRate> {
  return (await findAppliedPrice(tx, lesson)) ?? DEFAULT_PRICES[lesson.level];
}

/** The stored rows and, for levels without one, the defaults. */
function allLevels(rows: readonly PriceRow[]): PriceListRows {
  const list = priceList(rows);
  return LEVELS.map((level) => ({
    level,
    ...list[level],
    version: rows.find((row) => row.level === level)?.version ?? 0,
  }));
}

/** Returns a page of the price list's rows and, after them, the individual prices (rules §14). */
export async function listAllPrices(
  ctx: ActorCtx,
  { page, pageSize }: PricesInput,
): Promise<Page<AppliedPrice>> {
  const list = priceList(await findPrices(ctx.db));
  const ofList = LEVELS.map((level) => ({
    id: LIST_PRICE_IDS[level],
    level,
    ...list[level],
    student: null,
    teacher: null,
  }));
  const from = (page - 1) * pageSize;
  const first = ofList.slice(from, from + pageSize);
  const rest = { limit: pageSize - first.length, offset: Math.max(0, from - ofList.length) };
  const individual = await listIndividualPrices(ctx.db, rest);
  const total = ofList.length + (await countIndividualPrices(ctx.db));
  return { items: [...first, ...individual], total, page, pageSize };
}

/**
 * An administrator sets the price and rate of a level for a student, a teacher or both together; for neither, in the
 * price list. Lessons that exist keep theirs. Throws `not_found` for people of another role.
 */
export async function setPrice(ctx: ActorCtx, input: SetPriceInput): Promise<AppliedPrice> {
  const { studentId, teacherId, level, price, rate } = input;
  return transact(ctx.db, async (tx) => {
    if (studentId === null && teacherId === null) return setListPrice(tx, ctx, input);
    await requirePeople(tx, input);
    const { saved, before } = await replaceIndividualPrice(tx, input);
    const changes = diff(before, { price, rate });
    if (Object.keys(changes).length > 0) {
      await recordHistory(tx, ctx, {
        entity: "price",
        entityId: saved.id,
        action: "save",
        changes: { level: { from: null, to: level }, ...changes },
        studentId,
        teacherId,
      });
    }
    return saved;
  });
}

async function setListPrice(
  tx: Tx,
  ctx: ActorCtx,
  { level, price, rate }: SetPriceInput,
): Promise<AppliedPrice> {
  const before = priceList(await findPrices(tx))[level];
  const changes = diff({ price: before.price, rate: before.rate }, { price, rate });
  if (Object.keys(changes).length > 0) {
    await replaceListPrice(tx, { level, price, rate });
    await recordHistory(tx, ctx, { entity: "price", entityId: level, action: "save", changes });
  }
  return { id: LIST_PRICE_IDS[level], level, price, rate, student: null, teacher: null };
}

async function requirePeople(tx: Tx, { studentId, teacherId }: SetPriceInput): Promise<void> {
  const ids = [studentId, teacherId].filter((id) => id !== null);
  const people = await lockPeopleForShare(tx, ids);
  if (studentId !== null) requireChangeable(people, studentId, "Student");
  if (teacherId !== null) requireChangeable(people, teacherId, "Teacher");
}

/**
 * An administrator changes the price list. Existing lessons keep the price and rate of their creation. Throws
 * `conflict` if a level was changed since.
 */
export async function savePrices(ctx: ActorCtx, { prices }: SavePricesInput): Promise<PriceListRows> {
  return transact(ctx.db, async (tx) => {
    const before = allLevels(await findPrices(tx));
    for (const { level, price, rate, version } of prices) {
      const old = before.find((row) => row.level === level);
      if (old?.version !== version) throw conflict(commonTexts.changedMeanwhile);
      const changes = diff({ price: old.price, rate: old.rate }, { price, rate });
      if (Object.keys(changes).length === 0) continue;
      if (!(await savePrice(tx, { level, price, rate, version })))
        throw conflict(commonTexts.changedMeanwhile);
      await recordHistory(tx, ctx, { entity: "price", entityId: level, action: "save", changes });
    }
    return allLevels(await findPrices(tx));
  });
}

/**
 * An administrator removes an individual price; the next less specific one applies again. Throws `not_found`, and
 * `conflict` for a row of the price list.
 */
export async function deletePrice(ctx: ActorCtx, { id }: { id: string }): Promise<void> {
  if (Object.values(LIST_PRICE_IDS).includes(id)) throw conflict(adminCompanyTexts.listPriceStays);
  await transact(ctx.db, async (tx) => {
    const deleted = await deleteIndividualPrice(tx, id);
    if (!deleted) throw notFound();
    const { studentId, teacherId, level, price, rate } = deleted;
    await recordHistory(tx, ctx, {
      entity: "price",
      entityId: id,
      action: "delete",
      changes: {
        level: { from: level, to: null },
        price: { from: price, to: null },
        rate: { from: rate, to: null },
      },
      studentId,
      teacherId,
    });
  });
}
