import * as nodeSaml from '@node-saml/node-saml'

/** Writes and verifies messages of SAML 2.0. Loaded by whoever needs it first, so that nobody else pays for it. */
export const driver: typeof nodeSaml = nodeSaml
