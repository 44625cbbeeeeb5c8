import { Button, Group } from "@mantine/core";

/** The end of a list that goes on: loads what follows; nothing where nothing does. */
export function ShowMore(props: {
  label: string;
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.query;
  if (!hasNextPage) return null;
  return (
    <Group justify="center">
      <Button variant="subtle" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {props.label}
      </Button>
    </Group>
  );
}
