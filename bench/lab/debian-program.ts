import { aptInstall, aptUsable, findProgram, Problem } from "@korki/local-services";

/** Returns the path of a program; installs the Debian package that has it where it is missing and may be installed. */
export async function debianProgram(names: readonly string[], name: string): Promise<string> {
  if (!findProgram(names) && aptUsable()) await aptInstall([name]);
  const program = findProgram(names);
  if (!program)
    throw new Problem(`${names[0]} is missing. Install it (Debian: sudo apt-get install ${name}).`);
  return program;
}
