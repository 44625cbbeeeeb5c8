import { calendarMonth } from "@korki/contracts/fields";
import {
  idleToWire,
  retentionToWire,
  trialPathsToWire,
  wireHours,
  wireIdle,
  wireRetention,
  wireTrialPaths,
} from "@korki/contracts/wire/results";
import { z } from "zod";
import { type RestRoute, route } from "./route";

const monthQuery = z.object({ month: calendarMonth });

/** Who stays, which hours are used, where requests lead (rules §37). */
export const RESULTS_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/admin/results/retention",
    procedure: "results.retention",
    summary: "Students with a lesson in a month who have one in the next, by teacher and by first month",
    query: monthQuery,
    answer: wireRetention,
    toAnswer: retentionToWire,
  }),
  route({
    method: "GET",
    path: "/admin/results/hours",
    procedure: "results.hours",
    summary: "Delivered of offered blocks of a month, by weekday and hour",
    query: monthQuery,
    answer: wireHours,
  }),
  route({
    method: "GET",
    path: "/admin/results/trials",
    procedure: "results.trials",
    summary: "How far a month's requests for a trial lesson led, up to the fourth lesson",
    query: monthQuery,
    answer: wireTrialPaths,
    toAnswer: trialPathsToWire,
  }),
  route({
    method: "GET",
    path: "/admin/results/idle",
    procedure: "results.idle",
    summary: "Students without a next lesson whose last was 8–30 days ago",
    answer: wireIdle,
    toAnswer: idleToWire,
  }),
];
