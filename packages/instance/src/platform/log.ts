/** Writes one line, or several, to the operator's log. */
export type Log = (text: string) => void
