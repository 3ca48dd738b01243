/** A line without control characters, which a terminal would interpret, and without what reorders text. */
export const printable = (line: string) => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
