/** A third-party SAML provider. */
export interface SamlCounterpart {
  readonly name: string
  readonly answers: boolean
  /** Creates its keys and URLs, without starting it. */
  prepare(): Promise<PreparedSaml>
}

export interface PreparedSaml {
  /** Settings of services with which people sign in through it. */
  readonly settings: {
    readonly idp_entityId: string
    readonly idp_singleSignOnService_url: string
    readonly idp_singleLogoutService_url: string
    readonly idp_x509cert: string
  }
  /** A known person: values for its login form, and how it identifies their session. */
  readonly person: {
    readonly fields: Readonly<Record<string, string>>
    readonly mail: string
    readonly told: Readonly<Record<string, string>>
  }
  /** URL where people start signing in to a service. */
  beginAt(entityId: string): string
  /** URL where people sign out. */
  readonly signOutAddress: string
  /** Starts it with these services, described by their metadata. */
  start(services: readonly TrustedService[]): Promise<void>
  close(): Promise<void>
}

export interface TrustedService {
  readonly entityId: string
  /** XML. */
  readonly metadata: string
  /** Whether to encrypt messages to the service. */
  readonly isEncrypted: boolean
}
