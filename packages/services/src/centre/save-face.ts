import type { CentreFace, SaveFaceInput, SaveLogoInput } from "@korki/contracts/centre";
import type { HistoryAction } from "@korki/contracts/texts/admin-history";
import { centreFaceTexts as texts } from "@korki/contracts/texts/centre-face";
import {
  type BrandImageRow,
  type BrandRow,
  findBrandImage,
  lockBrand,
  replaceBrandImages,
  transact,
  updateBrand,
} from "@korki/db";
import { brandRefusal, legibleBrand } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, ServiceError } from "../errors";
import { diff, recordHistory } from "../history";
import { readLogo, renderBrandImages } from "./brand-images";
import { getCentre } from "./get-centre";

/** Returns how the centre presents itself. */
export async function getFace(ctx: ActorCtx): Promise<CentreFace> {
  const { logo, ...centre } = await getCentre(ctx);
  return { ...centre, hasLogo: logo !== null };
}

/**
 * An administrator changes name, contact or colour. Throws `input` for a colour that white text cannot be read on, with
 * the nearest one that is taken, and `conflict` if somebody else changed them meanwhile (rules §27).
 */
export async function saveFace(ctx: ActorCtx, { version, ...input }: SaveFaceInput): Promise<CentreFace> {
  const { colour } = input;
  if (colour && brandRefusal(colour)) {
    const suggestion = legibleBrand(colour);
    throw new ServiceError("input", texts.tooLight(suggestion), undefined, { suggestion });
  }
  // Drawn before the transaction, which waits for nothing but the database.
  const source = colour === undefined ? null : await findBrandImage(ctx.db, "logo-source");
  const images = colour === undefined ? null : await renderBrandImages(source, colour);
  await change(ctx, "saveFace", (before) => {
    if (before.version !== version) throw conflict(texts.changedMeanwhile);
    return { face: { ...before, ...withoutUndefined(input) }, images };
  });
  return getFace(ctx);
}

/** An administrator changes the logo. Throws `input` for what is no PNG, JPEG or WebP of a fitting size (rules §27). */
export async function saveLogo(ctx: ActorCtx, { base64 }: SaveLogoInput): Promise<CentreFace> {
  return putLogo(ctx, "saveLogo", await readLogo(Buffer.from(base64, "base64")));
}

/** An administrator removes the logo; the product's sign is back. */
export async function deleteLogo(ctx: ActorCtx): Promise<CentreFace> {
  return putLogo(ctx, "deleteLogo", null);
}

async function putLogo(
  ctx: ActorCtx,
  action: "saveLogo" | "deleteLogo",
  logo: BrandImageRow | null,
): Promise<CentreFace> {
  const { colour, version } = await getCentre(ctx);
  const images = await renderBrandImages(logo, colour);
  await change(ctx, action, (before) => {
    if (before.version !== version) throw conflict(texts.changedMeanwhile);
    return { face: before, images };
  });
  return getFace(ctx);
}

type Changed = { face: BrandRow; images: BrandImageRow[] | null };

function change(ctx: ActorCtx, action: HistoryAction, to: (before: BrandRow) => Changed): Promise<void> {
  return transact(ctx.db, async (tx) => {
    const { version, ...before } = await lockBrand(tx);
    const { face, images } = to({ version, ...before });
    const { version: _, ...after } = face;
    await updateBrand(tx, after);
    if (images) await replaceBrandImages(tx, images);
    await recordHistory(tx, ctx, {
      entity: "centre",
      entityId: "settings",
      action,
      changes: diff(before, after),
    });
  });
}

function withoutUndefined(input: Omit<SaveFaceInput, "version">): Partial<BrandRow> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
