import type { FieldMessages } from '@millwright/contract/problem'
import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import { adldapConfig, ldapConfig } from '@millwright/contract/service-config/directory'
import {
  oauthAzureConfig,
  oauthConfig,
  oauthGoogleConfig,
  oidcConfig,
  samlConfig,
} from '@millwright/contract/service-config/sign-in'
import { type ServiceKind, serviceKind } from '../../../gateway/service-kind.ts'
import { createOauthService } from '../people/oauth/oauth-service.ts'
import { createDirectoryService } from './directory/directory-service.ts'
import { directoryProblem } from './directory/directory-settings.ts'
import { createSamlService } from './saml/saml-service.ts'
import { samlProblem } from './saml/saml-settings.ts'

type Settings = Readonly<Record<string, unknown>>

function oauth(name: string, provider: string, config: ConfigFields = oauthConfig): ServiceKind {
  const description = `Lets users sign in with their account at ${provider}.`
  return serviceKind({
    name,
    label: `${provider} OAuth`,
    group: 'OAuth',
    reserved: 'always',
    description,
    config,
    make: createOauthService,
  })
}

function saml(name: string, label: string, description: string): ServiceKind {
  return serviceKind({
    name,
    label,
    group: 'SSO',
    reserved: 'always',
    description,
    tier: 'SILVER',
    config: samlConfig,
    check: samlProblem,
    make: createSamlService,
  })
}

export const signInKinds: readonly ServiceKind[] = [
  oauth('oauth_github', 'GitHub'),
  oauth('oauth_facebook', 'Facebook'),
  oauth('oauth_twitter', 'Twitter'),
  oauth('oauth_linkedin', 'LinkedIn'),
  oauth('oauth_microsoft-live', 'Microsoft Live'),
  oauth('oauth_bitbucket', 'Bitbucket'),
  oauth('oauth_google', 'Google', oauthGoogleConfig),
  {
    ...oauth('oauth_azure_ad', 'Azure Active Directory', oauthAzureConfig),
    tier: 'SILVER',
    check: (config) => programProblem(config, ['tenant_id']),
  },
  serviceKind({
    name: 'oidc',
    label: 'OpenID Connect',
    group: 'OAuth',
    reserved: 'always',
    description: 'Lets people sign in at any provider that speaks OpenID Connect.',
    tier: 'SILVER',
    config: oidcConfig,
    check: oidcProblem,
    make: createOauthService,
  }),
  saml('saml', 'SAML 2.0', 'Lets people sign in at a provider that speaks SAML.'),
  saml('okta_saml', 'Okta SAML', 'Lets people sign in at Okta.'),
  saml('auth0_sso', 'Auth0 SSO', 'Lets people sign in at Auth0, by its SAML 2.0 add-on.'),
  serviceKind({
    name: 'ldap',
    label: 'Standard LDAP',
    group: 'LDAP',
    reserved: 'always',
    description: 'Lets people sign in with their account in an LDAP directory.',
    tier: 'SILVER',
    config: ldapConfig,
    check: directoryProblem,
    make: createDirectoryService,
  }),
  serviceKind({
    name: 'adldap',
    label: 'Active Directory',
    group: 'LDAP',
    reserved: 'always',
    description: 'Lets people sign in with their account in an Active Directory.',
    tier: 'SILVER',
    config: adldapConfig,
    check: directoryProblem,
    make: createDirectoryService,
  }),
]

/** Validation messages for endpoints that a discovery document would otherwise provide. */
function oidcProblem(config: Settings): FieldMessages | null {
  const ofPrograms = programProblem(config, config.discovery_document ? [] : ['jwks_uri', 'program_issuers'])
  if (config.discovery_document || ofPrograms !== null) return ofPrograms
  const needed = [
    'auth_endpoint',
    'token_endpoint',
    'scopes',
    ...(config.validate_id_token === true ? ['jwks_uri'] : []),
  ]
  const missing = needed.filter((name) => !config[name])
  if (missing.length === 0) return null
  return Object.fromEntries(missing.map((name) => [name, [`${name} is required without a discovery document.`]]))
}

/** Without these settings, tokens of programs could be for other recipients, or from other issuers. */
function programProblem(config: Settings, needed: readonly string[]): FieldMessages | null {
  const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0)
  if (isEmpty(config.program_accounts)) return null
  const missing = ['program_audiences', ...needed].filter((name) => isEmpty(config[name]))
  if (missing.length === 0) return null
  return Object.fromEntries(missing.map((name) => [name, [`${name} is required with program_accounts.`]]))
}
