import type { Authentication } from '@millwright/contract/wire/environment'
import { peopleMessages } from './messages.ts'
import type { PersonRecord } from './person-draft.ts'

/** Returns a sentence about the external login that a person uses; `null` for an account of the instance itself. */
export function originOf(record: PersonRecord, { oauth = [], saml = [] }: Authentication = {}): string | null {
  const text = (field: string) => (typeof record[field] === 'string' ? record[field] : '')
  const service = text('oauth_provider') || text('saml')
  if (service !== '') {
    const known = [...oauth, ...saml].find(({ name }) => name.toLowerCase() === service.toLowerCase())
    return peopleMessages.signsInService({ service: known?.label || service })
  }
  if (text('adldap') === '') return null
  return text('ldap_username') === ''
    ? peopleMessages.signsInDirectory
    : peopleMessages.directoryName({ name: text('ldap_username') })
}
