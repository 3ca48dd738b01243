import type { Authentication } from '@millwright/contract/wire/environment'
import { peopleMessages } from './messages.ts'
import type { PersonRecord } from './person-draft.ts'

/** A sentence about where somebody signs in instead of here; null for who has an account of the instance's own. */
export function originOf(record: PersonRecord, { oauth = [], saml = [] }: Authentication = {}): string | null {
  const text = (field: string) => (typeof record[field] === 'string' ? record[field] : '')
  const service = text('oauth_provider') || text('saml')
  if (service !== '') {
    const known = [...oauth, ...saml].find(({ name }) => name.toLowerCase() === service.toLowerCase())
    return peopleMessages.signsInOver({ service: known?.label || service })
  }
  if (text('adldap') === '') return null
  return text('ldap_username') === ''
    ? peopleMessages.signsInOverADirectory
    : peopleMessages.signsInOverADirectoryAs({ name: text('ldap_username') })
}
