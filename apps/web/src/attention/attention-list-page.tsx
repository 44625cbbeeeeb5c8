import { ATTENTION_KINDS } from "@korki/contracts/attention";
import { attentionKindTexts, attentionTexts as texts } from "@korki/contracts/texts/attention";
import { Stack } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router-dom";
import { useStudentFilter } from "../family/family";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { Pages } from "../ui/pages";
import { useListState } from "../ui/use-list-state";
import { usePages } from "../ui/use-pages";
import { lineKey } from "./acted-lines";
import { AttentionLine } from "./attention-line";
import styles from "./attention-panel.module.css";

/** The whole list of one kind of what waits, of which the first screen shows the beginning. */
export default function AttentionListPage() {
  const { kind: asked } = useParams();
  const kind = ATTENTION_KINDS.find((each) => each === asked);
  const list = useListState();
  const query = trpc.attention.list.useQuery(
    { kind: kind ?? "today", page: list.page, ...useStudentFilter() },
    { enabled: kind !== undefined, placeholderData: keepPreviousData },
  );
  const pages = usePages(query, list);
  if (!kind) return <Navigate to={paths.lessons} replace />;
  return (
    <>
      <PageHeader
        title={attentionKindTexts[kind]}
        actions={<BackLink to={paths.lessons} label={texts.back} />}
      />
      <Loaded query={query} skeleton={<TableSkeleton rows={8} />}>
        {({ items }) => (
          <Card>
            {items.length === 0 ? (
              <EmptyState picture="done" title={texts.nothing} />
            ) : (
              <Stack gap="md">
                <ul className={styles.items}>
                  {items.map((item) => (
                    <AttentionLine key={lineKey(item)} kind={kind} item={item} />
                  ))}
                </ul>
                <Pages
                  label={attentionKindTexts[kind]}
                  page={list.page}
                  pages={pages}
                  onChange={list.goToPage}
                />
              </Stack>
            )}
          </Card>
        )}
      </Loaded>
    </>
  );
}
