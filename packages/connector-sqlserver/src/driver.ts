import * as tedious from 'tedious'

/** Speaks TDS to SQL Server. Loaded by whoever needs it first, so that nobody else pays for it. */
export const driver: typeof tedious = tedious
