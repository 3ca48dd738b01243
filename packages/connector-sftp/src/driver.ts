import ssh2 from 'ssh2'

/** The SSH client, for files. Loaded on first use, so that other instances do not pay for it. */
export const driver: typeof ssh2 = ssh2
