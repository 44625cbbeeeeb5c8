import type { Guardianship } from "@korki/contracts/families";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Button, Group, Stack } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Card } from "../../ui/card";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { GuardianshipCard } from "./guardianship-card";
import { GuardianshipForm } from "./guardianship-form";

/** Guardianships as one side sees them: each with the other person, to be changed, ended, or added to. */
export function GuardianshipList(props: {
  label: string;
  query: ComponentProps<typeof Loaded<readonly Guardianship[]>>["query"];
  side: ComponentProps<typeof GuardianshipForm>["side"];
  addLabel: string;
  noneText: string;
  /** the other person of a guardianship, and that person's screen */
  other: (guardianship: Guardianship) => { readonly name: string; readonly to: string };
  /** beside the button that adds one */
  actions: ReactNode;
}) {
  const { query, side, addLabel, other } = props;
  const [open, setOpen] = useState<Guardianship | "new" | null>(null);
  const close = () => setOpen(null);
  /** Another may be open by the time a call ends. */
  const done = () => setOpen((now) => (now === open ? null : now));
  return (
    <Stack component="section" aria-label={props.label}>
      <Group>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen("new")}>
          {addLabel}
        </Button>
        {props.actions}
      </Group>
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {(guardianships) =>
          guardianships.length === 0 ? (
            <Card>
              <EmptyState picture="people" title={texts.none} text={props.noneText} />
            </Card>
          ) : (
            guardianships.map((guardianship) => (
              <GuardianshipCard
                key={guardianship.id}
                guardianship={guardianship}
                {...other(guardianship)}
                onEdit={() => setOpen(guardianship)}
              />
            ))
          )
        }
      </Loaded>
      <Sheet opened={open !== null} onClose={close} title={open === "new" ? addLabel : texts.edit}>
        {open !== null ? (
          <GuardianshipForm side={side} before={open === "new" ? null : open} onDone={done} />
        ) : null}
      </Sheet>
    </Stack>
  );
}
