/** Whether a text can stand in a header of an answer as it is: printable ASCII in one line. */
export function fitsHeader(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
