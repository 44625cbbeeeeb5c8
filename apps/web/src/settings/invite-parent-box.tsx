import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Stack } from "@mantine/core";
import { InviteParentForm } from "../family/invite-parent-form";
import { OpenInvitations } from "../family/open-invitations";
import { Card } from "../ui/card";

/** A student invites a parent. */
export function InviteParentBox() {
  return (
    <Card title={texts.inviteOwn} text={texts.inviteOwnText}>
      <Stack gap="lg">
        <InviteParentForm />
        <OpenInvitations />
      </Stack>
    </Card>
  );
}
