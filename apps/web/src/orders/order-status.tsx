import { orderScreenTexts as texts } from "@korki/contracts/texts/orders";
import type { OrderStatus } from "@korki/domain";
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconClockOff,
  IconUserQuestion,
  IconUserX,
} from "@tabler/icons-react";
import { StatusBadge, type StatusLook } from "../ui/status-badge";

const LOOKS: Record<OrderStatus, StatusLook> = {
  waiting: { tone: "waiting", icon: IconUserQuestion },
  open: { tone: "waiting", icon: IconClock },
  paid: { tone: "good", icon: IconCircleCheck },
  expired: { tone: "odd", icon: IconClockOff },
  failed: { tone: "bad", icon: IconCircleX },
  declined: { tone: "odd", icon: IconUserX },
  refunded: { tone: "done", icon: IconArrowBackUp },
};

/** An order's status as text; colour is never the only sign. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <StatusBadge look={LOOKS[status]} label={texts.statuses[status]} />;
}
