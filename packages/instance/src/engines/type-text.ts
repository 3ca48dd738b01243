/** `int(11)`, or the word alone. */
export function withSize(word: string, size: number | null): string {
  return size === null ? word : `${word}(${size})`
}

/** `decimal(10,2)`, `decimal(10)` or the word alone. */
export function withScale(word: string, precision: number | null, scale: number | null): string {
  if (precision === null) return word
  return scale === null ? `${word}(${precision})` : `${word}(${precision},${scale})`
}
