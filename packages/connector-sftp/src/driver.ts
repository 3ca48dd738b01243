import ssh2 from 'ssh2'

/** Speaks SSH, for files. Loaded by whoever needs it first, so that nobody else pays for it. */
export const driver: typeof ssh2 = ssh2
