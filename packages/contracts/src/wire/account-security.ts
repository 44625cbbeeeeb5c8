import { z } from "zod";
import { passkeyRow, securityEventRow, sessionRow } from "../account-security";
import { centreDocument, vettingCheck } from "../consents";
import * as field from "../fields";
import { wireOf } from "./names";

export const wireSession = wireOf(sessionRow);
export const wirePasskey = wireOf(passkeyRow);
export const wireSecurityEvent = wireOf(securityEventRow.omit({ canUndo: true }));

export const wireIdParam = z.object({ id: field.id });

export const wireDocument = wireOf(centreDocument);

export const wireVettingCheck = wireOf(vettingCheck);
