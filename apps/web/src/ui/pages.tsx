import { listTexts } from "@korki/contracts/texts/lists";
import { ActionIcon, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";

/** Steps through a list's pages; nothing where there is only one. */
export function Pages(props: {
  label: string;
  page: number;
  pages: number;
  onChange: (page: number) => void;
}) {
  const { page, pages, onChange } = props;
  if (pages <= 1) return null;
  return (
    <Group component="nav" gap="xs" justify="flex-end" aria-label={`${listTexts.pages}: ${props.label}`}>
      <Text size="sm" c="dimmed" className="tabular" aria-live="polite">
        {listTexts.pageOf(page, pages)}
      </Text>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={listTexts.previousPage}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={listTexts.nextPage}
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
