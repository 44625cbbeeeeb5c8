import type { Guardianship } from "@korki/contracts/families";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Button, Group, Stack } from "@mantine/core";
import { IconMail, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { InviteParentForm } from "../../parents/invite-parent-form";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { GuardianshipCard } from "./guardianship-card";
import { GuardianshipForm } from "./guardianship-form";

/** The tab "Rodzice": who acts for a student, with which rights (rules §15). */
export function StudentParents({ studentId }: { studentId: string }) {
  const query = trpc.families.guardianships.useQuery({ studentId });
  const [open, setOpen] = useState<Guardianship | "new" | "invite" | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack>
      <Group>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen("new")}>
          {texts.addParent}
        </Button>
        <Button
          variant="default"
          leftSection={<IconMail size={18} aria-hidden />}
          onClick={() => setOpen("invite")}
        >
          {texts.invite}
        </Button>
      </Group>
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {(guardianships) =>
          guardianships.length === 0 ? (
            <Card>
              <EmptyState
                icon={<IconUsers size={28} aria-hidden />}
                title={texts.none}
                text={texts.noneText}
              />
            </Card>
          ) : (
            guardianships.map((guardianship) => (
              <GuardianshipCard
                key={guardianship.id}
                guardianship={guardianship}
                name={guardianship.parentName}
                to={paths.parent(guardianship.parentId)}
                onEdit={() => setOpen(guardianship)}
              />
            ))
          )
        }
      </Loaded>
      <Sheet
        opened={open !== null}
        onClose={close}
        title={open === "invite" ? texts.inviteTitle : open === "new" ? texts.addParent : texts.edit}
      >
        {open === "invite" ? (
          <InviteParentForm studentId={studentId} onDone={close} />
        ) : open !== null ? (
          <GuardianshipForm side={{ studentId }} before={open === "new" ? null : open} onDone={close} />
        ) : null}
      </Sheet>
    </Stack>
  );
}
