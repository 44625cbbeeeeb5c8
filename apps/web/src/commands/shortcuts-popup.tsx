import { bulkTexts } from "@korki/contracts/texts/bulk";
import { commandTexts as texts } from "@korki/contracts/texts/commands";
import { Kbd, Table, Text } from "@mantine/core";
import "@mantine/core/styles/Kbd.layer.css";
import "@mantine/core/styles/Table.layer.css";
import { useProfile } from "../session/session-store";
import { Sheet } from "../ui/sheet";
import { COMMANDS } from "./commands";
import { useMenuEntries } from "./use-menu-entries";
import { GO_KEYS } from "./use-shortcuts";

/** "?": what the keyboard does. */
export default function ShortcutsPopup({ onClose }: { onClose: () => void }) {
  const { role } = useProfile();
  const entries = useMenuEntries();
  const rows: [readonly string[], string][] = [
    [["Ctrl", "K"], texts.open],
    [["?"], texts.shortcuts],
    ...COMMANDS[role].flatMap(({ keys, label }): [readonly string[], string][] =>
      keys ? [[[keys], label]] : [],
    ),
    ...entries.flatMap(({ path, label }): [readonly string[], string][] => {
      const key = GO_KEYS.get(path);
      return key ? [[["g", key], texts.goTo(label)]] : [];
    }),
  ];
  if (role === "Admin") {
    const { keys } = bulkTexts;
    rows.push(
      [["Spacja"], keys.space],
      [["↑", "↓"], keys.arrows],
      [["Shift", "↓"], keys.range],
      [["Esc"], keys.escape],
    );
  }
  return (
    <Sheet opened onClose={onClose} title={texts.shortcuts}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.shortcutsText}
      </Text>
      <Table>
        <Table.Tbody>
          {rows.map(([keys, label]) => (
            <Table.Tr key={label}>
              <Table.Td w="8rem">
                {keys.map((key, at) => (
                  <span key={key}>
                    {at > 0 && keys[0] === "g" ? ` ${texts.followedBy} ` : at > 0 ? " + " : null}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </Table.Td>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Sheet>
  );
}
