import * as tedious from 'tedious'

/** The TDS client for SQL Server. Loaded on first use, so that other instances do not pay for it. */
export const driver: typeof tedious = tedious
