declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** A server that speaks DynamoDB's protocol, with tables in memory. The times are those in which tables are made and dropped. */
  function dynalite(options: {
    readonly createTableMs: number
    readonly deleteTableMs: number
    readonly updateTableMs: number
  }): Server
  export = dynalite
}
