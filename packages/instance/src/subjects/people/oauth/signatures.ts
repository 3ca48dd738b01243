/** By keys of which the provider alone has the private part. What a client's secret signs, or nothing, counts as forged. */
export const signatures: ReadonlySet<string> = new Set([
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
])
