import * as contract from "@korki/contracts/classroom";
import { getEvidence, getRoom, visitRoom } from "@korki/services/classroom/get-room";
import { procedureFor, router } from "./init";

const roomProcedure = procedureFor("Student", "Teacher", "Parent", "Admin").meta({
  about: "confirmedLesson",
  scope: "own",
});

/** The room is open around its lesson only. */
const NOT_NOW = { Student: "own-409", Teacher: "own-409", Parent: "own-409", Admin: "any-409" } as const;

/** The rooms of lessons (rules §30); who is in one is told by the socket `/room`. */
export const classroomRouter = router({
  room: roomProcedure
    .input(contract.roomRef)
    .output(contract.room)
    .query(({ ctx, input }) => getRoom(ctx, input)),
  visit: roomProcedure
    .meta({ about: "confirmedLesson", scope: NOT_NOW })
    .input(contract.roomRef)
    .output(contract.roomAddress)
    .mutation(({ ctx, input }) => visitRoom(ctx, input)),
  evidence: roomProcedure
    .input(contract.roomRef)
    .output(contract.roomEvidence)
    .query(({ ctx, input }) => getEvidence(ctx, input)),
});
