import * as nodeSaml from '@node-saml/node-saml'

/** Writes and verifies SAML 2.0 messages. Loaded on first use, so that other instances do not pay for it. */
export const driver: typeof nodeSaml = nodeSaml
