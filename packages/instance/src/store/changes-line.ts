/** What a line tells its node. */
export interface LineEvents {
  heard(payload: string): void
  /** A beat has come back, behind whatever was told before it. */
  beaten(beat: number): void
  lost(): void
}

/** A connection by which a node hears of changes. */
export interface Line {
  /** Has the number come back to this line; rejects when it cannot be sent. */
  beat(beat: number): Promise<unknown>
  /** Gives the connection up without a word to the server. */
  abandon(): void
  end(): Promise<unknown>
}

/** Rejects when the server cannot be reached; nothing is left open then. */
export type OpenLine = (events: LineEvents) => Promise<Line>
