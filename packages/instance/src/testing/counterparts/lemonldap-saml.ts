import { testCertificate } from '../test-certificate.ts'
import { hasLemonLdap, prepareLemonLdap } from './lemonldap.ts'
import type { PreparedSaml, SamlCounterpart, TrustedService } from './saml-counterpart.ts'

export const lemonLdap: SamlCounterpart = { name: 'LemonLDAP::NG', answers: hasLemonLdap('SAML'), prepare }

async function prepare(): Promise<PreparedSaml> {
  const { portal, person, mail, fullName, start, close } = await prepareLemonLdap()
  const key = await testCertificate('provider.test')
  return {
    settings: {
      idp_entityId: `${portal}/saml/metadata`,
      idp_singleSignOnService_url: `${portal}/saml/singleSignOn`,
      idp_singleLogoutService_url: `${portal}/saml/singleLogout`,
      idp_x509cert: key.certificate,
    },
    person: { fields: person, mail, told: { name: fullName } },
    beginAt: (service) => `${portal}/saml/singleSignOn?IDPInitiated=1&sp=${encodeURIComponent(service)}`,
    signOutAddress: `${portal}/?logout=1`,
    async start(services) {
      const each = <T>(of: (service: TrustedService) => T) =>
        Object.fromEntries(services.map((service, index) => [`service${index}`, of(service)]))
      await start({
        issuerDBSAMLActivation: 1,
        samlServicePrivateKeySig: key.privateKey,
        samlServicePublicKeySig: key.certificate,
        samlServiceSignatureMethod: 'RSA_SHA256',
        samlSPMetaDataXML: each(({ metadata }) => ({ samlSPMetaDataXML: metadata })),
        samlSPMetaDataOptions: each(options),
        samlSPMetaDataExportedAttributes: each(() => ({ mail: '1;mail', cn: '1;cn' })),
      })
    },
    close,
  }
}

/** Requires signatures on all messages. */
const options = ({ isEncrypted }: TrustedService) => ({
  samlSPMetaDataOptionsNameIDFormat: 'email',
  samlSPMetaDataOptionsNameIDSessionKey: 'mail',
  samlSPMetaDataOptionsSignSSOMessage: 1,
  samlSPMetaDataOptionsSignSLOMessage: 1,
  samlSPMetaDataOptionsCheckSSOMessageSignature: 1,
  samlSPMetaDataOptionsCheckSLOMessageSignature: 1,
  samlSPMetaDataOptionsEncryptionMode: isEncrypted ? 'assertion' : 'none',
  samlSPMetaDataOptionsEnableIDPInitiatedURL: 1,
})
