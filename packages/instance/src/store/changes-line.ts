/** Events of a notification connection. */
export interface LineEvents {
  heard(payload: string): void
  /** A heartbeat has returned, after all earlier notifications. */
  beaten(beat: number): void
  lost(): void
}

/** A connection on which a node receives notifications of changes. */
export interface NotificationConnection {
  /** Sends a heartbeat that returns on this connection; rejects if it cannot be sent. */
  beat(beat: number): Promise<unknown>
  /**
   * Sends a heartbeat the way changes are sent, which returns only if the connection leads to where they are sent; absent: every heartbeat
   * is sent that way.
   */
  readonly probe?: (beat: number) => Promise<unknown>
  /** Closes the connection without notifying the server. */
  abandon(): void
  end(): Promise<unknown>
}

/** Rejects if the server is unreachable; no connection stays open then. */
export type OpenLine = (events: LineEvents) => Promise<NotificationConnection>
