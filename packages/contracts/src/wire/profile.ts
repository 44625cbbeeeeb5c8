import { z } from "zod";
import { type Profile, type RegisterInput, updateProfileInput } from "../account";
import * as field from "../fields";
import { accountFieldTexts, accountTexts } from "../texts/account";
import { sectionToWire, wireSection } from "./availability";
import { wireTeacherSubject } from "./person";

/** One's own account on the wire (rules §1); what follows `telegramChatId` depends on the role. */
export const wireProfile = z.object({
  _id: z.string(),
  surname: z.string(),
  name: z.string(),
  email: z.string(),
  userType: field.role,
  phone: z.string(),
  isTelegramConnected: z.boolean(),
  telegramChatId: z.string().nullable(),
  isDisabled: z.boolean(),
  subjects: z.array(wireTeacherSubject).optional(),
  isWantMoreStudents: z.boolean().optional(),
  meetingRoom: z.string().optional(),
  parents: z.array(z.string()).optional(),
  students: z.array(z.string()).optional(),
  freeTime: z.array(wireSection).optional(),
  phoneParent: z.string().optional(),
  teachers: z.array(z.string()).optional(),
});
export type WireProfile = z.infer<typeof wireProfile>;

export function profileToWire(profile: Profile): WireProfile {
  const { id, role, subjects, students, teachers, availability, phoneParent, isWantMoreStudents } = profile;
  const { meetingRoom } = profile;
  const { surname, name, email, phone, isTelegramConnected, telegramChatId, isDisabled } = profile;
  return {
    _id: id,
    surname,
    name,
    email,
    userType: role,
    phone,
    isTelegramConnected,
    telegramChatId,
    isDisabled,
    ...(role === "Teacher" && {
      subjects: subjects.map(({ subject, level }) => ({ name: subject, level })),
      isWantMoreStudents,
      meetingRoom,
      // The specification's field; parents are in calls of their own (rules §15).
      parents: [],
      students,
      freeTime: availability.map(sectionToWire),
    }),
    ...(role === "Student" && { phoneParent, teachers }),
  };
}

/** What people change about themselves over REST. What visitors see of a teacher is not among it. */
export const wireProfileUpdate = updateProfileInput.pick({
  surname: true,
  phone: true,
  phoneParent: true,
  isWantMoreStudents: true,
  meetingRoom: true,
});

/** The registration payload (rules §22); its rules are the procedure's. */
export const wireRegistration = z.object({
  name: field.name,
  surname: field.surname.default(""),
  email: field.email,
  password: field.password,
  passwordConfirmation: z.string({ error: accountFieldTexts.passwordsDiffer }),
  userType: field.selfRegistrationRole,
  phone: field.phone,
  consents: z.array(field.id).max(50).optional(),
});

export function registrationFromWire({
  userType,
  ...fields
}: z.infer<typeof wireRegistration>): RegisterInput {
  return { ...fields, role: userType };
}

/** The messenger code in the query string. */
export const wireTelegramCode = z.object({
  telegramCode: field.singleLine(100, accountTexts.telegramCodeWrong, accountTexts.telegramCodeWrong),
});
