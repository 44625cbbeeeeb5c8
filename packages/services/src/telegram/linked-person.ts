import type { Role } from "@korki/domain";
import type { ActorCtx, Services } from "../context";

/** The account that a chat is linked to. */
export type LinkedPerson = {
  id: string;
  role: Role;
  name: string;
  surname: string;
  email: string;
  isDisabled: boolean;
};

/** Who a chat stands for, or null. */
export async function findLinkedPerson({ db }: Services, chatId: string): Promise<LinkedPerson | null> {
  const user = await db.prisma.user.findUnique({
    where: { telegramChatId: chatId },
    select: { id: true, role: true, name: true, surname: true, email: true, isDisabled: true },
  });
  return user && { ...user, role: user.role as Role };
}

/** A linked person at work, with the same rights as on the web; there is no session behind it. */
export function linkedPersonCtx(services: Services, chatId: string, { id, role }: LinkedPerson): ActorCtx {
  return { ...services, actor: { id, role, sessionId: "telegram" }, address: `telegram:${chatId}` };
}
