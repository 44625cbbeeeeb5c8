import type { Guardianship } from "@korki/contracts/families";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Button, Group, Stack } from "@mantine/core";
import { IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { CreateChildButton } from "./create-child-form";
import { GuardianshipCard } from "./guardianship-card";
import { GuardianshipForm } from "./guardianship-form";

/** On a parent's screen: the children for whom the parent acts or acted, and the ways to add one (rules §15). */
export function ParentChildren({ parentId }: { parentId: string }) {
  const query = trpc.families.childrenOfParent.useQuery({ parentId });
  const [open, setOpen] = useState<Guardianship | "new" | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack component="section" aria-label={texts.children}>
      <Group>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen("new")}>
          {texts.addGuardianship}
        </Button>
        <CreateChildButton parentId={parentId} />
      </Group>
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {(guardianships) =>
          guardianships.length === 0 ? (
            <Card>
              <EmptyState
                icon={<IconUsers size={28} aria-hidden />}
                title={texts.none}
                text={texts.noChildren}
              />
            </Card>
          ) : (
            guardianships.map((guardianship) => (
              <GuardianshipCard
                key={guardianship.id}
                guardianship={guardianship}
                name={guardianship.studentName}
                to={paths.studentTab(guardianship.studentId, "rodzice")}
                onEdit={() => setOpen(guardianship)}
              />
            ))
          )
        }
      </Loaded>
      <Sheet
        opened={open !== null}
        onClose={close}
        title={open === "new" ? texts.addGuardianship : texts.edit}
      >
        {open !== null ? (
          <GuardianshipForm side={{ parentId }} before={open === "new" ? null : open} onDone={close} />
        ) : null}
      </Sheet>
    </Stack>
  );
}
