import type { CentreDocument, ConsentInput, PublishDocumentInput } from "@korki/contracts/consents";
import { consentTexts } from "@korki/contracts/texts/consents";
import {
  listDocuments as findDocuments,
  insertConsents,
  insertDocument,
  newId,
  type Tx,
  transact,
} from "@korki/db";
import type { Role } from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";
import { conflict, invalidInput, ServiceError } from "../errors";
import { actFor } from "../families/act-for";
import { recordHistory } from "../history";

/** Lists the current version of every document. */
export async function listDocuments(ctx: Ctx): Promise<CentreDocument[]> {
  return findDocuments(ctx.db);
}

/** An administrator publishes a new version of a document; mandatory ones are asked for at the next sign-in. */
export async function publishDocument(ctx: ActorCtx, input: PublishDocumentInput): Promise<CentreDocument> {
  return transact(ctx.db, async (tx) => {
    const by = { createdAt: ctx.now(), createdById: ctx.actor.id };
    const document = await insertDocument(tx, { id: newId(), ...input, ...by });
    await recordHistory(tx, ctx, {
      entity: "document",
      entityId: document.id,
      action: "add",
      changes: { title: { from: null, to: input.title }, version: { from: null, to: document.version } },
    });
    return document;
  });
}

/**
 * Accepts a document or withdraws an optional one, for oneself or for a parent's child. Throws `not_found` for one that
 * is not current, and `conflict` for the refusal of a mandatory one.
 */
export async function giveConsent(ctx: ActorCtx, input: ConsentInput): Promise<void> {
  const { documentId, accepted, studentId } = input;
  await transact(ctx.db, async (tx) => {
    const acting = studentId === undefined ? ctx : await actFor(tx, ctx, studentId, "see");
    const document = (await findDocuments(tx)).find(({ id }) => id === documentId);
    if (!document) throw new ServiceError("not_found", consentTexts.documentNotFound);
    if (document.mandatory && !accepted) throw conflict(consentTexts.mandatory);
    const personId = acting.actor.actsFor ?? ctx.actor.id;
    await insertConsents(tx, [
      { id: newId(), documentId, givenById: ctx.actor.id, personId, accepted, createdAt: ctx.now() },
    ]);
  });
}

/** Throws `input` unless every mandatory document of a role is among those accepted with a registration. */
export async function requireRegistrationConsents(
  ctx: Ctx,
  role: Role,
  accepted: readonly string[],
): Promise<void> {
  const documents = await findDocuments(ctx.db);
  const missing = documents.some(
    (each) => each.mandatory && each.roles.includes(role) && !accepted.includes(each.id),
  );
  const unknown = accepted.some((id) => !documents.some((each) => each.id === id));
  if (missing || unknown) throw invalidInput(consentTexts.registrationNeedsConsents);
}

/** Records what was accepted with a registration. */
export async function recordRegistrationConsents(
  tx: Tx,
  ctx: Ctx,
  personId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  await insertConsents(
    tx,
    [...new Set(documentIds)].map((documentId) => ({
      id: newId(),
      documentId,
      givenById: personId,
      personId,
      accepted: true,
      createdAt: ctx.now(),
    })),
  );
}
