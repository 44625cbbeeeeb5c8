import type { Role } from "@korki/domain";
import type { Surroundings } from "@korki/notifications";
import type { Settings } from "@korki/settings";

/** What every text may refer to, for a recipient of this role (null: a visitor). */
export function surroundings(settings: Settings, recipientRole: Role | null): Surroundings {
  const { publicUrl, centreName, contactPhone, contactEmail } = settings;
  return { publicUrl, centreName, contactPhone, contactEmail, recipientRole };
}
