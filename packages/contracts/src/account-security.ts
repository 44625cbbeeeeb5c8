import { SECURITY_EVENTS } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";

export const securityEventKind = z.enum(SECURITY_EVENTS);

/** The token at the end of a link in an e-mail. */
export const accountLinkInput = z.object({ token: field.singleLine(200) });

/** What a link in an e-mail is for, before anything is done with it. */
export const accountLink = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("confirm-email"),
    name: z.string(),
    surname: z.string(),
    role: field.role,
    email: z.string(),
    isConfirmed: z.boolean(),
  }),
  z.object({ kind: z.enum(["reset-password", "invitation"]), email: z.string() }),
  z.object({ kind: z.literal("not-me"), event: securityEventKind, at: field.timestamp, device: z.string() }),
]);
export type AccountLink = z.infer<typeof accountLink>;
