import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { useCentreInfo } from "../server/centre-info";

/** Says how parents, who do not register themselves, get their account (rules §15). */
export default function ParentDoor() {
  const centre = useCentreInfo();
  return (
    <details>
      <summary>{texts.parentDoor}</summary>
      <p>{texts.parentDoorText}</p>
      {centre ? <p>{texts.parentDoorContact(centre.contactPhone, centre.contactEmail)}</p> : null}
    </details>
  );
}
