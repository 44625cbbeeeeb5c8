import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { InviteParentForm } from "../../family/invite-parent-form";
import { OpenInvitations } from "../../family/open-invitations";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { Sheet } from "../../ui/sheet";
import { GuardianshipList } from "./guardianship-list";

/** The tab "Rodzice": who acts for a student, with which rights (rules §15). */
export function StudentParents({ studentId }: { studentId: string }) {
  const [isInviting, setIsInviting] = useState(false);
  const close = () => setIsInviting(false);
  return (
    <>
      <GuardianshipList
        label={texts.parents}
        query={trpc.families.guardianships.useQuery({ studentId })}
        side={{ studentId }}
        addLabel={texts.addParent}
        noneText={texts.noneText}
        other={({ parentId, parentName }) => ({ name: parentName, to: paths.parent(parentId) })}
        actions={
          <Button
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            onClick={() => setIsInviting(true)}
          >
            {texts.invite}
          </Button>
        }
      />
      <OpenInvitations studentId={studentId} />
      <Sheet opened={isInviting} onClose={close} title={texts.inviteTitle}>
        {isInviting ? <InviteParentForm studentId={studentId} onDone={close} /> : null}
      </Sheet>
    </>
  );
}
