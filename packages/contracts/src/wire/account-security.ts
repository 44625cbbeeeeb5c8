import { z } from "zod";
import { passkeyRow, securityEventRow, sessionRow } from "../account-security";
import { type CentreDocument, centreDocument, type VettingCheck, vettingCheck } from "../consents";
import * as field from "../fields";

/** Lists of rows with `_id` in place of `id` (rules §19). */
export const wireSessions = z.array(z.object({ _id: field.id, ...sessionRow.omit({ id: true }).shape }));
export const wirePasskey = z.object({ _id: field.id, ...passkeyRow.omit({ id: true }).shape });
export const wirePasskeys = z.array(wirePasskey);
export const wireSecurityEvents = z.array(
  z.object({ _id: field.id, ...securityEventRow.omit({ id: true, canUndo: true }).shape }),
);

/** Renames the id of a row for the wire. */
export function withWireId<Row extends { id: string }>({
  id,
  ...row
}: Row): Omit<Row, "id"> & { _id: string } {
  return { _id: id, ...row };
}

export const wireIdParam = z.object({ id: field.id });

export const wireDocument = centreDocument.omit({ id: true }).extend({ _id: field.id });

export function documentToWire({ id, ...rest }: CentreDocument): z.infer<typeof wireDocument> {
  return { _id: id, ...rest };
}

export const wireVettingCheck = vettingCheck.omit({ id: true }).extend({ _id: field.id });

export function vettingCheckToWire({ id, ...rest }: VettingCheck): z.infer<typeof wireVettingCheck> {
  return { _id: id, ...rest };
}
