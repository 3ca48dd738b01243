import * as mongodb from 'mongodb'

/** The MongoDB driver, for documents and files. Loaded on first use, so that other instances do not pay for it. */
export const driver: typeof mongodb = mongodb
