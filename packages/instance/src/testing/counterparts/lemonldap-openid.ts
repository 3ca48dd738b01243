import { generateKeyPairSync } from 'node:crypto'
import { hasLemonLdap, type LemonLdap, prepareLemonLdap } from './lemonldap.ts'

export const hasLemonLdapOpenId = hasLemonLdap('OpenIDConnect')

interface Client {
  readonly id: string
  readonly secret: string
  readonly redirectUrl: string
  /** Signature algorithm of its ID tokens. */
  readonly signs: string
}

/** LemonLDAP::NG as an OpenID Connect provider that requires PKCE. */
export async function openLemonLdapOpenId(clients: readonly Client[]): Promise<LemonLdap> {
  const portal = await prepareLemonLdap()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const each = <T>(of: (client: Client) => T) => Object.fromEntries(clients.map((client) => [client.id, of(client)]))
  await portal.start({
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
    oidcServiceKeyIdSig: 'of tests',
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcRPMetaDataExportedVars: each(() => ({ email: 'mail', name: 'cn', preferred_username: 'uid' })),
    oidcRPMetaDataOptions: each(({ id, secret, redirectUrl, signs }) => ({
      oidcRPMetaDataOptionsClientID: id,
      oidcRPMetaDataOptionsClientSecret: secret,
      oidcRPMetaDataOptionsRedirectUris: redirectUrl,
      oidcRPMetaDataOptionsIDTokenSignAlg: signs,
      oidcRPMetaDataOptionsRequirePKCE: 1,
      oidcRPMetaDataOptionsBypassConsent: 1,
    })),
  })
  return portal
}
