/**
 * Returns a function that makes the keys of one window: UUIDs whose beginning is the window's and whose end counts, so that
 * a log of thousands takes little room when it is compressed.
 */
export function keyMaker(): () => string {
  const window = crypto.randomUUID();
  let count = 0;
  return () => {
    count += 1;
    return `${window.slice(0, 14)}8${window.slice(15, 24)}${count.toString(16).padStart(12, "0")}`;
  };
}
