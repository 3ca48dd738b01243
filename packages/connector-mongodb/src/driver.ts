import * as mongodb from 'mongodb'

/** Speaks to MongoDB, for documents and for files. Loaded by whoever needs it first, so that nobody else pays for it. */
export const driver: typeof mongodb = mongodb
