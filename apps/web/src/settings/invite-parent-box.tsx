import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { InviteParentForm } from "../parents/invite-parent-form";
import { Card } from "../ui/card";

/** A student invites a parent. */
export function InviteParentBox() {
  return (
    <Card title={texts.inviteOwn} text={texts.inviteOwnText}>
      <InviteParentForm />
    </Card>
  );
}
