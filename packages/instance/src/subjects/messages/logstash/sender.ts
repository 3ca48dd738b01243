import type { Entry } from './entry.ts'

/** The input is there and does not take this message; others it may take. */
export class MessageRefused extends Error {}

/** The way to a log input. What fails throws; the next message tries again. */
export interface Sender {
  send(entry: Entry): Promise<void>
  /** Whether there is somebody, as far as the protocol can tell; sends nothing. */
  check(): Promise<void>
  close(): void
}
