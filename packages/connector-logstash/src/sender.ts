import type { Entry } from './entry.ts'

/** The input is reachable but rejects this message. It may accept others. */
export class MessageRefused extends Error {}

/** A connection to a log input. Failures throw, and the next message tries again. */
export interface Sender {
  send(entry: Entry): Promise<void>
  /** Whether the input is reachable, as far as the protocol can tell. Sends nothing. */
  check(): Promise<void>
  close(): void
}
