const yes = new Set(['true', '1', 'yes', 'on', 'y', 't'])

/** Returns whether a text from the wire means true; any other text counts as false (docs/wire/requests.md). */
export function isYes(value: string): boolean {
  return yes.has(value.trim().toLowerCase())
}

const no = new Set(['false', '0', 'no', 'off', 'n', 'f'])

/** Returns whether a text from the wire means false, for callers that reject texts which mean neither. */
export function isNo(value: string): boolean {
  return no.has(value.trim().toLowerCase())
}
