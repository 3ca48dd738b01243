/**
 * Asymmetric algorithms, for which only the provider has the private key. Tokens signed with a client secret, or unsigned, count as
 * forged.
 */
export const signatureAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const
