/** Returns whether a text can be sent unchanged in a response header: printable ASCII on one line. */
export function fitsHeader(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
