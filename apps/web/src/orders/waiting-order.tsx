import type { OrderOffer } from "@korki/contracts/orders";
import { orderScreenTexts as texts } from "@korki/contracts/texts/orders";
import { Alert } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { formatDateTime, formatMoney } from "../ui/formats";
import { orderedText } from "./order-details";

/** An order of another parent: who placed it, for what, and until when nobody else can order the same. */
export function WaitingOrder({ order }: { order: OrderOffer["waiting"][number] }) {
  const { payer, createdAt, amount, expiresAt } = order;
  return (
    <Alert color="yellow" title={texts.waitingTitle} icon={<IconClock size={20} aria-hidden />}>
      {texts.waitingText(
        `${payer.name} ${payer.surname}`.trim(),
        formatDateTime(createdAt),
        orderedText(order),
        formatMoney(amount),
        formatDateTime(expiresAt),
      )}
    </Alert>
  );
}
