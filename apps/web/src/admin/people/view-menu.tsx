import type { ViewedList } from "@korki/contracts/list-views";
import { saveListViewInput } from "@korki/contracts/list-views";
import { listViewTexts as texts } from "@korki/contracts/texts/list-views";
import { Button, Group, Menu, Stack, Text, TextInput } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { schemaResolver, useForm } from "@mantine/form";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { Sheet } from "../../ui/sheet";

/** The address of a list without its page, the same for the same filters, order and columns. */
function viewQuery(params: URLSearchParams, columns: string): string {
  const query = new URLSearchParams(params);
  query.delete("page");
  query.set("kolumny", columns);
  query.sort();
  return query.toString();
}

/**
 * Views of a list that the account keeps: opens one, saves what is shown under a name, removes one.
 *
 * @param columns those that the list shows now, as the address names them
 */
export function ViewMenu({ list, columns }: { list: ViewedList; columns: string }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [isManaging, setIsManaging] = useState(false);
  const { data: views = [] } = trpc.listViews.list.useQuery({ list });
  const query = viewQuery(params, columns);
  const open = views.find((view) => view.query === query);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconBookmark size={16} aria-hidden />}>
            {open?.name ?? texts.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 ? <Menu.Label>{texts.none}</Menu.Label> : null}
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              fw={view === open ? 600 : undefined}
              onClick={() => navigate({ search: view.query })}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setIsManaging(true)}>{texts.manage}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Sheet opened={isManaging} onClose={() => setIsManaging(false)} title={texts.manage}>
        {isManaging ? (
          <ManageViews
            list={list}
            query={query}
            names={views.map(({ name }) => name)}
            onSaved={() => setIsManaging(false)}
          />
        ) : null}
      </Sheet>
    </>
  );
}

function ManageViews(props: {
  list: ViewedList;
  query: string;
  names: readonly string[];
  onSaved: () => void;
}) {
  const { list, query, names, onSaved } = props;
  const form = useForm({
    initialValues: { name: "" },
    validate: schemaResolver(saveListViewInput.pick({ name: true }), { sync: true }),
    validateInputOnBlur: true,
  });
  const save = trpc.listViews.save.useMutation({
    onSuccess() {
      form.resetDirty();
      onSaved();
    },
  });
  const remove = trpc.listViews.remove.useMutation();
  return (
    <Stack gap="lg">
      <FormShell
        form={form}
        label={texts.save}
        call={{ isPending: save.isPending, error: save.error ?? remove.error }}
        onSubmit={({ name }) => save.mutate({ list, name, query })}
      >
        <Text size="sm" c="dimmed">
          {texts.text}
        </Text>
        <TextInput label={texts.name} data-autofocus {...form.getInputProps("name")} />
      </FormShell>
      {names.length > 0 ? (
        <Stack component="ul" gap="xs" aria-label={texts.saved} p={0} m={0}>
          {names.map((name) => (
            <Group component="li" key={name} justify="space-between" wrap="nowrap">
              <span>{name}</span>
              <Button
                variant="default"
                size="xs"
                aria-label={texts.removeOf(name)}
                onClick={() => remove.mutate({ list, name })}
              >
                {texts.remove}
              </Button>
            </Group>
          ))}
        </Stack>
      ) : null}
    </Stack>
  );
}
