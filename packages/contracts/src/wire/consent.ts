import type { z } from "zod";
import { type CentreDocument, centreDocument, type VettingCheck, vettingCheck } from "../consents";
import * as field from "../fields";

export const wireDocument = centreDocument.omit({ id: true }).extend({ _id: field.id });

export function documentToWire({ id, ...rest }: CentreDocument): z.infer<typeof wireDocument> {
  return { _id: id, ...rest };
}

export const wireVettingCheck = vettingCheck.omit({ id: true }).extend({ _id: field.id });

export function vettingCheckToWire({ id, ...rest }: VettingCheck): z.infer<typeof wireVettingCheck> {
  return { _id: id, ...rest };
}
