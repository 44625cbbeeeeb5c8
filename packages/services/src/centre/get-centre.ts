import { type BrandWithLogo, findBrand, findBrandImage } from "@korki/db";
import type { Letterhead } from "@korki/documents";
import type { Services } from "../context";

/** The centre as everybody sees it: what an administrator set, else what the environment says (rules §27). */
export type Centre = {
  name: string;
  contactPhone: string;
  contactEmail: string;
  /** `#rrggbb`; null: the product's own. */
  colour: string | null;
  /** Size in pixels; null: the product's own. */
  logo: BrandWithLogo["logo"];
  /** Grows with each change. */
  version: number;
};

/** Returns how the centre presents itself. */
export async function getCentre({ db, settings }: Pick<Services, "db" | "settings">): Promise<Centre> {
  const { name, contactPhone, contactEmail, ...rest } = await findBrand(db);
  return {
    name: name ?? settings.centreName,
    contactPhone: contactPhone ?? settings.contactPhone,
    contactEmail: contactEmail ?? settings.contactEmail,
    ...rest,
  };
}

/** Returns what documents begin and end with. */
export async function getLetterhead(services: Pick<Services, "db" | "settings">): Promise<Letterhead> {
  const { name, contactEmail, colour, logo } = await getCentre(services);
  const image = logo && (await findBrandImage(services.db, "logo"));
  return { centreName: name, contactEmail, colour, logo: image?.content ?? null };
}
