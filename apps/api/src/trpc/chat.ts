import * as contract from "@korki/contracts/chat";
import { listContactPage, listContacts, listUnread } from "@korki/services/chat/list-contacts";
import { markRead, readHistory } from "@korki/services/chat/read-messages";
import { sendMessage } from "@korki/services/chat/send-message";
import { router, signedInProcedure } from "./init";

/** Contacts and messages (rules §7); changes are sent over the chat's socket. */
export const chatRouter = router({
  contacts: signedInProcedure
    .input(contract.contactsInput)
    .output(contract.contact.array())
    .query(({ ctx, input }) => listContacts(ctx, input)),

  contactPage: signedInProcedure
    .input(contract.contactsInput)
    .output(contract.contactPage)
    .query(({ ctx, input }) => listContactPage(ctx, input)),

  unread: signedInProcedure.output(contract.unreadCount.array()).query(({ ctx }) => listUnread(ctx)),

  history: signedInProcedure
    .meta({ about: "student", scope: "related" })
    .input(contract.messageHistoryInput)
    .output(contract.history)
    .query(({ ctx, input }) => readHistory(ctx, input)),

  send: signedInProcedure
    .meta({ about: "student", scope: "related" })
    .input(contract.sendMessageInput)
    .output(contract.sentMessage)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),

  markRead: signedInProcedure
    .input(contract.markReadInput)
    .mutation(({ ctx, input }) => markRead(ctx, input)),
});
