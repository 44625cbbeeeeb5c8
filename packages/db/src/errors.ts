/** Names of the unique indexes whose violation means something to the product. */
export type UniqueIndex =
  | "occupied_slots_teacher_key"
  | "occupied_slots_student_key"
  | "users_email_key"
  | "users_telegram_chat_id_key"
  | "reschedule_proposals_one_open_key"
  | "telegram_codes_live_key"
  | "messages_sender_id_client_key_key"
  | "notifications_dedupe_key_key"
  | "idempotency_keys_pkey";

/** Whether PostgreSQL refused a write because of this unique index, whichever way the write was made. */
export function violates(error: unknown, index: UniqueIndex): boolean {
  return sqlState(error) === "23505" && describe(error).includes(`"${index}"`);
}

/** Deadlock or serialization failure: the same transaction may succeed when run again. */
export function isTransient(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40P01" || state === "40001";
}

/** PostgreSQL's five-character code, dug out of pg's or Prisma's error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (const layer of layers(error)) {
    if (typeof layer.originalCode === "string") return layer.originalCode;
    if (typeof layer.code === "string" && /^[0-9A-Z]{5}$/.test(layer.code) && !/^P\d/.test(layer.code)) {
      return layer.code;
    }
    if (layer.code === "P2034") return "40001";
  }
  return undefined;
}

type Layer = {
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  originalMessage?: unknown;
  constraint?: unknown;
};

function describe(error: unknown): string {
  return [...layers(error)]
    .flatMap(({ message, originalMessage, constraint }) => [
      message,
      originalMessage,
      `"${String(constraint)}"`,
    ])
    .join(" ");
}

/** The error and what it wraps, outermost first. */
function* layers(error: unknown): Generator<Layer> {
  let current: unknown = error;
  for (let depth = 0; depth < 6 && typeof current === "object" && current !== null; depth += 1) {
    yield current as Layer;
    const { cause, meta } = current as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
    current = meta?.driverAdapterError ?? cause;
  }
}
