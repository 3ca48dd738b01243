import { isRecord } from '@millwright/contract/wire/is-record'

/** What an assertion says that decides whether it counts. */
export interface SamlAssertion {
  readonly id: string
  readonly issuer: string
  /** For whoever brings it; null: for nobody. */
  readonly bearer: { readonly recipient: string; readonly inResponseTo: string | null; readonly until: number } | null
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Reads the parsed form of a signed assertion. `until`: milliseconds since 1970, NaN where it does not say. */
export function readAssertion(parsed: unknown): SamlAssertion {
  const assertion = isRecord(parsed) ? parsed.Assertion : null
  const subject = children(assertion, 'Subject')[0]
  const confirmations = children(subject, 'SubjectConfirmation').filter((each) => attribute(each, 'Method') === bearer)
  const data = confirmations.length === 1 ? children(confirmations[0], 'SubjectConfirmationData')[0] : undefined
  return {
    id: attribute(assertion, 'ID') ?? '',
    issuer: textOf(children(assertion, 'Issuer')[0]),
    bearer:
      data === undefined
        ? null
        : {
            recipient: attribute(data, 'Recipient') ?? '',
            inResponseTo: attribute(data, 'InResponseTo'),
            until: Date.parse(attribute(data, 'NotOnOrAfter') ?? ''),
          },
  }
}

function children(element: unknown, name: string): readonly unknown[] {
  const found = isRecord(element) ? element[name] : undefined
  return Array.isArray(found) ? found : []
}

function attribute(element: unknown, name: string): string | null {
  const attributes = isRecord(element) && isRecord(element.$) ? element.$ : {}
  return typeof attributes[name] === 'string' ? attributes[name] : null
}

const textOf = (element: unknown) => (isRecord(element) && typeof element._ === 'string' ? element._ : '')
