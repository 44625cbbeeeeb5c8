import type {
  CentreDocument,
  ConsentInput,
  ConsentStates,
  ConsentStatesInput,
  DocumentVersion,
  OwnConsent,
  PublishDocumentInput,
} from "@korki/contracts/consents";
import { consentTexts } from "@korki/contracts/texts/consents";
import {
  listConsentStates as findConsentStates,
  findDocument,
  listDocuments as findDocuments,
  listOwnConsents as findOwnConsents,
  listDocumentVersions as findVersions,
  insertConsents,
  insertDocument,
  newId,
  type RegistrationConsents,
  type Tx,
  transact,
} from "@korki/db";
import type { Role } from "@korki/domain";
import { actFor } from "../act-for";
import type { ActorCtx, Ctx } from "../context";
import { conflict, invalidInput, notFound, ServiceError } from "../errors";
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

/** Lists every version for administrators, with how many people accepted or withdrew it. */
export async function listDocumentVersions(ctx: ActorCtx): Promise<DocumentVersion[]> {
  const rows = await findVersions(ctx.db);
  return rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.toISOString() }));
}

/** Lists for an administrator who accepted a version of a document, withdrew it, or has not decided. */
export async function listConsentStates(ctx: ActorCtx, input: ConsentStatesInput): Promise<ConsentStates> {
  const { documentId, state, page, pageSize } = input;
  const document = await findDocument(ctx.db, documentId);
  if (!document) throw new ServiceError("not_found", consentTexts.documentNotFound);
  const offset = (page - 1) * pageSize;
  const { items, total } = await findConsentStates(ctx.db, document, { state, limit: pageSize, offset });
  return {
    items: items.map(({ decidedAt, ...row }) => ({ ...row, decidedAt: decidedAt?.toISOString() ?? null })),
    total,
    page,
    pageSize,
  };
}

/** Lists the current documents on which the caller decides, for themselves and for a parent's children. */
export async function listOwnConsents(ctx: ActorCtx): Promise<OwnConsent[]> {
  const rows = await findOwnConsents(ctx.db, ctx.actor.id);
  return rows.map(({ decidedAt, ...row }) => ({ ...row, decidedAt: decidedAt?.toISOString() ?? null }));
}

/**
 * Accepts a document or withdraws an optional one, for oneself or for a parent's child. Throws `not_found` for one
 * that is not current and for another person's child, and `conflict` for the refusal of a mandatory one.
 */
export async function giveConsent(ctx: ActorCtx, input: ConsentInput): Promise<void> {
  const { documentId, accepted, studentId } = input;
  const isOwn = studentId === undefined || studentId === ctx.actor.id;
  if (!isOwn && ctx.actor.role !== "Parent") throw notFound();
  await transact(ctx.db, async (tx) => {
    const acting = isOwn ? ctx : await actFor(tx, ctx, studentId, "see");
    const document = (await findDocuments(tx)).find(({ id }) => id === documentId);
    if (!document) throw new ServiceError("not_found", consentTexts.documentNotFound);
    if (document.mandatory && !accepted) throw conflict(consentTexts.mandatory);
    const personId = acting.actor.actsFor ?? ctx.actor.id;
    await insertConsents(tx, [
      { id: newId(), documentId, givenById: ctx.actor.id, personId, accepted, createdAt: ctx.now() },
    ]);
    await recordHistory(tx, ctx, {
      entity: "document",
      entityId: documentId,
      action: accepted ? "accept" : "withdraw",
      changes: {
        title: { from: null, to: document.title },
        version: { from: null, to: document.version },
      },
      studentId: isOwn ? null : personId,
    });
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

/** Records what was accepted with the registration whose link is opened. */
export async function recordRegistrationConsents(
  tx: Tx,
  personId: string,
  { documentIds, acceptedAt }: RegistrationConsents,
): Promise<void> {
  await insertConsents(
    tx,
    [...new Set(documentIds)].map((documentId) => ({
      id: newId(),
      documentId,
      givenById: personId,
      personId,
      accepted: true,
      createdAt: new Date(acceptedAt),
    })),
  );
}
