import { signatureAlgorithms } from '@millwright/contract/service-config/sign-in'

/** The algorithms in which tokens of providers are accepted. */
export const signatures: ReadonlySet<string> = new Set(signatureAlgorithms)
