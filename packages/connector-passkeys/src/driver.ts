import * as webAuthn from '@simplewebauthn/server'

/** Creates and verifies passkeys. Loaded on first use, so that other instances do not pay for it. */
export const driver: typeof webAuthn = webAuthn
