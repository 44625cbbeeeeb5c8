import type { Closure } from "@korki/contracts/closures";
import { PAGE_SIZE_MAX } from "@korki/contracts/paging";
import { closureScreenTexts as texts } from "@korki/contracts/texts/closure-screens";
import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { paths } from "../paths";
import { errorText } from "../server/errors";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { confirm } from "../ui/confirm";
import { formatDate } from "../ui/formats";
import { PageHeader } from "../ui/page-header";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { toastError, toastSuccess } from "../ui/toasts";
import { AddClosureForm } from "./add-closure-form";
import { hoursOf } from "./closed-days";
import { Holidays } from "./holidays";

/** A teacher's own absences. */
export default function ClosuresPage() {
  return (
    <>
      <PageHeader
        title={texts.titleTeacher}
        actions={<BackLink to={paths.lessons} label={texts.backToLessons} />}
      />
      <Closures />
    </>
  );
}

/** What is planned, and the form; for administrators of the whole centre, with the public holidays. */
export function Closures() {
  const { role, id } = useProfile();
  const isAdmin = role === "Admin";
  const query = trpc.closures.list.useQuery({ pageSize: PAGE_SIZE_MAX });
  return (
    <Stack gap="md" maw="46rem">
      <Card title={isAdmin ? texts.add : texts.addAbsence} text={texts.noneText}>
        <AddClosureForm isAdmin={isAdmin} />
      </Card>
      {isAdmin ? (
        <Card title={texts.holidays} text={texts.holidaysText}>
          <Holidays closed={query.data?.items ?? []} />
        </Card>
      ) : null}
      <Card title={texts.list}>
        <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
          {({ items: closures }) =>
            closures.length === 0 ? (
              <EmptyState picture="calendar" title={texts.none} />
            ) : (
              <Stack gap="sm">
                {closures.map((closure) => (
                  <Entry key={closure.id} closure={closure} mayRemove={isAdmin || closure.teacherId === id} />
                ))}
              </Stack>
            )
          }
        </Loaded>
      </Card>
    </Stack>
  );
}

function Entry({ closure, mayRemove }: { closure: Closure; mayRemove: boolean }) {
  const remove = trpc.closures.delete.useMutation({
    onSuccess: () => toastSuccess(texts.deleted),
    onError: (error) => toastError(errorText(error)),
  });
  const days =
    closure.from === closure.to
      ? formatDate(closure.from)
      : `${formatDate(closure.from)} – ${formatDate(closure.to)}`;
  const hours = hoursOf(closure);

  async function ask() {
    const isMeant = await confirm({
      title: texts.removeQuestion,
      text: texts.removeText,
      confirmLabel: texts.remove,
      cancelLabel: texts.keepIt,
      dangerous: true,
    });
    if (isMeant) remove.mutate({ id: closure.id });
  }

  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      role="group"
      aria-label={[days, closure.label].filter(Boolean).join(", ")}
    >
      <Box>
        <Text fw={550}>{hours ? `${days}, ${hours}` : days}</Text>
        <Text size="sm" c="dimmed">
          {[closure.scope === "centre" ? texts.centre : closure.teacherName, closure.label]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </Box>
      {mayRemove ? (
        <Button variant="default" size="sm" loading={remove.isPending} onClick={() => void ask()}>
          {texts.remove}
        </Button>
      ) : null}
    </Group>
  );
}
