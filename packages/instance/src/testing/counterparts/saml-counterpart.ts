/** A provider of SAML that is not ours. */
export interface SamlCounterpart {
  readonly name: string
  readonly answers: boolean
  /** Its keys and addresses; nothing runs yet. */
  prepare(): Promise<PreparedSaml>
}

export interface PreparedSaml {
  /** Of services that people sign in to over it. */
  readonly settings: {
    readonly idp_entityId: string
    readonly idp_singleSignOnService_url: string
    readonly idp_singleLogoutService_url: string
    readonly idp_x509cert: string
  }
  /** One whom it knows: the fields of its form, and what of their session it tells. */
  readonly person: {
    readonly fields: Readonly<Record<string, string>>
    readonly mail: string
    readonly told: Readonly<Record<string, string>>
  }
  /** Where people begin there for a service. */
  beginAt(entityId: string): string
  /** Where people sign out there. */
  readonly signOutAddress: string
  /** Starts it. It knows these services only, by what they tell of themselves. */
  start(services: readonly TrustedService[]): Promise<void>
  close(): Promise<void>
}

export interface TrustedService {
  readonly entityId: string
  /** XML. */
  readonly metadata: string
  /** Whether what it says to it is encrypted. */
  readonly isEncrypted: boolean
}
