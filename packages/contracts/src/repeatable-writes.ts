/**
 * Procedures that the server runs once per `Idempotency-Key`: a repetition answers as the first call did and changes
 * nothing (rules §1). They may only read and write the database, because key, work and answer share one transaction.
 */
export const KEYED_WRITES = [
  "accountSecurity.endSession",
  "adminLessons.cancelMany",
  "adminLessons.confirmMany",
  "adminLessons.create",
  "adminLessons.delete",
  "adminLessons.restoreMany",
  "adminLessons.substitute",
  "adminLessons.update",
  "adminPeople.messageMany",
  "adminPeople.relate",
  "adminPeople.unrelate",
  "adminPeople.update",
  "cancellationPolicies.save",
  "closures.add",
  "closures.delete",
  "consents.addVetting",
  "consents.give",
  "consents.publish",
  "debts.remind",
  "families.createChild",
  "families.endGuardianship",
  "families.inviteParent",
  "families.saveGuardianship",
  "families.withdrawInvitation",
  "invoices.saveBillingData",
  "ledger.adjust",
  "lessons.acceptReschedule",
  "lessons.answerLateCancellation",
  "lessons.book",
  "lessons.cancel",
  "lessons.complete",
  "lessons.confirm",
  "lessons.declineReschedule",
  "lessons.delete",
  "lessons.markAbsent",
  "lessons.correctOutcome",
  "lessons.proposeReschedule",
  "lessons.setStatus",
  "lessons.waive",
  "lessons.withdrawReschedule",
  "money.saveSettings",
  "notifications.resend",
  "packages.delete",
  "packages.save",
  "payments.void",
  "payouts.void",
  "prices.delete",
  "prices.save",
  "prices.set",
  "reports.save",
  "reports.tickHomework",
  "series.answerMove",
  "series.create",
  "series.end",
  "series.extend",
  "series.fillDate",
  "series.move",
  "series.withdrawMove",
  "settlement.missing",
  "settlement.object",
  "settlement.saveSwitch",
  "trialLessons.add",
  "trialLessons.schedule",
  "trialLessons.update",
] as const;

/**
 * Procedures that run once per `Idempotency-Key`, too, but ask for the password before they look at it: a repetition
 * needs the password again. Neither password nor code is part of what identifies the request.
 */
export const PROVEN_WRITES = ["accountSecurity.deletePasskey", "accountSecurity.deleteTotp"] as const;

/**
 * Procedures whose repetition answers the same without a key: they replace a whole value, or their input has an identity
 * of its own.
 */
export const IDEMPOTENT_WRITES = [
  "account.updateProfile",
  "accountSecurity.endOtherSessions",
  "adminPeople.saveTeacherSubjects",
  "availability.save",
  "centre.saveSettings",
  "chat.markRead",
  "chat.send",
  "guide.hide",
  "invoices.request",
  "invoices.saveSettings",
  "lessons.generateLink",
  "notifications.savePreferences",
  "payments.add",
  "payouts.add",
  "payouts.confirmRun",
  "series.confirm",
] as const;
