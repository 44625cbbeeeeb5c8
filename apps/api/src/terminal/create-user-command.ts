import { parseArgs } from "node:util";
import { type CreateUserInput, createUserInput } from "@korki/contracts/account";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { isRole, NAME_MIN, PASSWORD_MIN, ROLES, type Role } from "@korki/domain";
import { ServiceError, type Services, systemCtx } from "@korki/services";
import { createUser } from "@korki/services/accounts/create-user";

/** What the person at the terminal did wrong, in plain words. */
export class UsageError extends Error {}

const USAGE = `Makes an account that works at once:

  pnpm user:create --role Admin --email biuro@example.pl [--name Maria] [--surname Lis] [--phone +48600100200]

  --role     one of ${ROLES.join(", ")}
  --email    the address to log in with
  --name     first name (otherwise what the role is called)
  --surname  (otherwise none)
  --phone    Polish number in the international form (otherwise none)

The password is asked for, or taken from the environment variable USER_PASSWORD.`;

export type CreateUserCommand = {
  /** What stands behind the command's name. */
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Asks for a line without showing it. */
  ask(question: string): Promise<string>;
  say(line: string): void;
  services(): Services;
};

/** The story of `user:create`. Throws a UsageError for what cannot be done as it was asked. */
export async function createUserCommand(command: CreateUserCommand): Promise<void> {
  const { say } = command;
  const options = optionsOf(command.args);
  if (options.help) return say(USAGE);
  const { role, email, name, surname, phone } = options;
  if (role === undefined || email === undefined)
    throw new UsageError(`--role and --email are needed.\n\n${USAGE}`);
  // Input that is wrong is reported before the password is asked for.
  const person = checked({
    role: roleOf(role),
    email,
    name: name ?? dashboardTexts.accountTypes[roleOf(role)],
    surname: surname ?? "",
    phone: phone ?? "",
  });
  const services = command.services();
  const input = checked({ ...person, password: await passwordOf(command) });
  try {
    const { id } = await createUser(systemCtx(services), input);
    say(`Account made: ${input.role} ${input.email} (${id})`);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "conflict") {
      throw new UsageError(`There is an account with the address ${input.email} already.`);
    }
    throw error;
  }
}

function optionsOf(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      // pnpm hands on the `--` that separates its own options from these.
      args: args.filter((arg, index) => index > 0 || arg !== "--"),
      options: { role: text, email: text, name: text, surname: text, phone: text, help: { type: "boolean" } },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

/** The role, however its letters are written. */
function roleOf(text: string): Role {
  const role = text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
  if (!isRole(role)) throw new UsageError(`--role must be one of ${ROLES.join(", ")}, but is ${text}.`);
  return role;
}

async function passwordOf({ env, ask }: CreateUserCommand): Promise<string> {
  const given = env.USER_PASSWORD;
  if (given) return given;
  const password = await ask("Password: ");
  if (password === "") throw new UsageError("No password was given. Type one, or set USER_PASSWORD.");
  if ((await ask("Once more: ")) !== password) throw new UsageError("The two passwords differ.");
  return password;
}

const FAULTS: Readonly<Record<string, string>> = {
  email: "--email is not an e-mail address.",
  name: `--name needs at least ${NAME_MIN} characters, on one line.`,
  surname: "--surname is too long, or not on one line.",
  phone: "--phone must be +48 and nine digits.",
  password: `The password needs at least ${PASSWORD_MIN} characters and an upper-case letter.`,
};

function checked(input: unknown): CreateUserInput {
  const result = createUserInput.safeParse(input);
  if (result.success) return result.data;
  const fields = new Set(result.error.issues.map(({ path }) => String(path[0])));
  throw new UsageError([...fields].map((field) => FAULTS[field] ?? `${field} is not valid.`).join("\n"));
}
