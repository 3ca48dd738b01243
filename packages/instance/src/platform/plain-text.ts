/** Whether a text has more characters than `most`. One that is far longer is not taken apart, which takes a tenth of a second for megabytes. */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most || text.length > 2 * most) return text.length > most
  let count = 0
  for (const _ of text) count += 1
  return count > most
}

/** Returns whether a text can be sent unchanged in a response header: printable ASCII on one line. */
export function fitsHeader(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

/** A line without control characters, which a terminal would interpret, and without what reorders text. */
export const printable = (line: string) => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
