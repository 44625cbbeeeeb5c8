import { z } from "zod";
import { passkeyRow, securityEventRow, sessionRow } from "../account-security";
import { centreDocument, vettingCheck } from "../consents";
import * as field from "../fields";

/** Lists of rows with `_id` in place of `id` (rules §19). */
export const wireSessions = z.array(z.object({ _id: field.id, ...sessionRow.omit({ id: true }).shape }));
export const wirePasskey = z.object({ _id: field.id, ...passkeyRow.omit({ id: true }).shape });
export const wirePasskeys = z.array(wirePasskey);
export const wireSecurityEvents = z.array(
  z.object({ _id: field.id, ...securityEventRow.omit({ id: true, canUndo: true }).shape }),
);

export const wireIdParam = z.object({ id: field.id });

export const wireDocument = centreDocument.omit({ id: true }).extend({ _id: field.id });

export const wireVettingCheck = vettingCheck.omit({ id: true }).extend({ _id: field.id });
