import * as webAuthn from '@simplewebauthn/server'

/** Makes and verifies passkeys. Loaded by whoever needs it first, so that nobody else pays for it. */
export const driver: typeof webAuthn = webAuthn
