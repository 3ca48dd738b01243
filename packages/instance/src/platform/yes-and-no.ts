const yes = new Set(['true', '1', 'yes', 'on', 'y', 't'])

/** Whether a text of the wire means true; everything else is false (docs/wire/requests.md). */
export function isYes(value: string): boolean {
  return yes.has(value.trim().toLowerCase())
}

const no = new Set(['false', '0', 'no', 'off', 'n', 'f'])

/** Whether a text of the wire says false, where another one than the words for true and false is refused. */
export function isNo(value: string): boolean {
  return no.has(value.trim().toLowerCase())
}
