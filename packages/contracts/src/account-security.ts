import { PASSKEY_NAME_MAX, SECURITY_EVENTS } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { accountSecurityTexts } from "./texts/account-security";

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
    /** Asked by the browser that registered: it confirms without a question. */
    isOwn: z.boolean(),
  }),
  z.object({ kind: z.enum(["reset-password", "invitation"]), email: z.string() }),
  z.object({ kind: z.literal("login"), email: z.string() }),
  z.object({ kind: z.literal("not-me"), event: securityEventKind, at: field.timestamp, device: z.string() }),
]);
export type AccountLink = z.infer<typeof accountLink>;

/** The password once more, before something that changes who can get in. */
export const repeatedPassword = field.plainText(1000, accountSecurityTexts.wrongPassword);
/** A code of the authenticator app or a recovery code; spaces and dashes count for nothing. */
export const secondFactorCode = field
  .singleLine(100, accountSecurityTexts.wrongCode)
  .transform((typed) => typed.replaceAll(/[\s-]/g, "").toLowerCase());

export const changePasswordInput = z.object({ currentPassword: repeatedPassword, password: field.password });

export const sessionRow = z.object({
  id: field.id,
  device: z.string(),
  createdAt: field.timestamp,
  lastUsedAt: field.timestamp,
  current: z.boolean(),
});
export type SessionRow = z.infer<typeof sessionRow>;
export const sessionList = z.array(sessionRow);
export const endSessionInput = z.object({ id: field.id });

export const reauthenticateInput = z.object({ password: repeatedPassword });
export const totpStart = z.object({ secret: z.string(), uri: z.string() });
export const confirmTotpInput = z.object({ code: secondFactorCode });
export const totpConfirmed = z.object({ recoveryCodes: z.array(z.string()) });
export const deleteTotpInput = z.object({ password: repeatedPassword, code: secondFactorCode });
export const resetSecondFactorInput = z.object({ userId: field.id });

const invalidPasskey = { error: accountSecurityTexts.passkeyInvalid };
const base64url = z
  .string(invalidPasskey)
  .max(20_000, invalidPasskey)
  .regex(/^[\w-]+=*$/, invalidPasskey);
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key", invalidPasskey),
  clientExtensionResults: z
    .unknown()
    .optional()
    .transform(() => ({})),
};
/** The browser's response to creation options. The library checks its contents. */
const createdCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url,
        attestationObject: base64url,
        transports: z
          .array(z.string(invalidPasskey).max(30, invalidPasskey), invalidPasskey)
          .max(10)
          .default([]),
      },
      invalidPasskey,
    ),
  },
  invalidPasskey,
);
/** The browser's response to request options. */
const usedCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url,
        authenticatorData: base64url,
        signature: base64url,
        userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
      },
      invalidPasskey,
    ),
  },
  invalidPasskey,
);
/** WebAuthn options, as the browser's calls take them. */
export const requestOptions = z.looseObject({ challenge: z.string() });
export const creationOptions = requestOptions.extend({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal("public-key") })),
});

export const passkeyRow = z.object({
  id: field.id,
  name: z.string(),
  createdAt: field.timestamp,
  lastUsedAt: field.timestamp.nullable(),
});
export type PasskeyRow = z.infer<typeof passkeyRow>;
export const passkeyList = z.array(passkeyRow);
export const addPasskeyInput = z.object({
  name: field.singleLine(PASSKEY_NAME_MAX).pipe(z.string().trim().min(1, accountSecurityTexts.passkeyName)),
  response: createdCredential,
});
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>;
export const deletePasskeyInput = z.object({ id: field.id, password: repeatedPassword });
export const passkeyLoginInput = z.object({ response: usedCredential });
export type PasskeyLoginInput = z.infer<typeof passkeyLoginInput>;

export const securityEventRow = z.object({
  id: field.id,
  kind: securityEventKind,
  createdAt: field.timestamp,
  device: z.string(),
  /** Whether the owner can still say "to nie ja". */
  canUndo: z.boolean(),
});
export type SecurityEventRow = z.infer<typeof securityEventRow>;
export const securityEventList = z.array(securityEventRow);

/** The event that the owner did not cause, and the password once more. */
export const reportEventInput = z.object({ id: field.id, password: repeatedPassword });

/** Which factors an account has, for the settings. */
export const securityState = z.object({ hasTotp: z.boolean(), recoveryCodesLeft: z.int() });
export type SecurityState = z.infer<typeof securityState>;
