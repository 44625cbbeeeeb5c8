import { brandShades, type Role } from "@korki/domain";
import type { MailBrand, RenderContext } from "@korki/notifications";
import { type Centre, getCentre } from "../centre/get-centre";
import type { Services } from "../context";
import { sharedRead } from "../shared-read";

/** The product's own colour, beside a centre's logo. */
const OWN_COLOUR = "#0f766e";
/** The space for a logo in an e-mail, in CSS pixels. */
const LOGO_BOX = { width: 160, height: 40 };

/** What is sent at once says the same of the centre. */
const shareCentre = sharedRead<Centre>();

/** Returns what every text may use, for a recipient of this role (null: a visitor), about a child of theirs. */
export async function renderContext(
  services: Pick<Services, "db" | "settings">,
  recipientRole: Role | null,
  child: RenderContext["child"] = null,
): Promise<RenderContext> {
  const { publicUrl, przelewy24 } = services.settings;
  const centre = await shareCentre(services.db, "centre", () => getCentre(services));
  const { name: centreName, contactPhone, contactEmail } = centre;
  const paysOnline = przelewy24 !== null;
  const brand = mailBrand(centre, publicUrl);
  return { publicUrl, centreName, contactPhone, contactEmail, brand, paysOnline, recipientRole, child };
}

function mailBrand({ colour, logo, version }: Centre, publicUrl: string): MailBrand | null {
  if (!colour && !logo) return null;
  const own = colour ?? OWN_COLOUR;
  const scale = logo ? Math.min(LOGO_BOX.width / logo.width, LOGO_BOX.height / logo.height) : 0;
  return {
    colour: own,
    onDark: brandShades(own).dark[4] ?? own,
    logo: logo && {
      url: `${publicUrl}/brand/logo.png?v=${version}`,
      width: Math.round(logo.width * scale),
      height: Math.round(logo.height * scale),
    },
  };
}
