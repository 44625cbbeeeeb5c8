import { z } from "zod";
import { adminSettlement, settlement, settlementLine } from "../settlement";
import { wireOf } from "./names";

/** A teacher's month (rules §37); whole złoty. */
const line = settlementLine.omit({ studentName: true });
export const wireSettlementLine = wireOf(line);
export const wireSettlement = wireOf(settlement.omit({ until: true }).extend({ lines: z.array(line) }));

export const wireAdminSettlement = wireOf(adminSettlement.omit({ teacherName: true }));
