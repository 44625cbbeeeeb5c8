/**
 * What is made when it is first needed, and then kept. For Intl's formats and collators above all: each takes
 * milliseconds to make, which a page that only names them would wait for.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
