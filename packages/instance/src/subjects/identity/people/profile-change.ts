import { invalid } from '@millwright/contract/problem'
import { isProfileLanguage, profileLanguages } from '@millwright/contract/wire/session'
import type { Vault } from '../../../platform/vault.ts'
import { readStoredValues } from '../../../records/system/stored-values.ts'
import { user } from '../../ground/models/person-model.ts'
import type { OwnColumns } from './people.ts'

const texts = ['username', 'first_name', 'last_name', 'name', 'email', 'phone', 'security_question'] as const

export interface ProfileChange {
  readonly columns: Omit<OwnColumns, 'security_answer'>
  /** In plain form. `null` to remove it. */
  readonly answer?: string | null
}

/**
 * Compares the sent members of a profile with the stored ones: nulls and equal values are not changes, but a null or empty
 * security question removes it together with its answer. Throws a 400 with all errors by field.
 */
export function readProfile(
  sent: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
  options: { readonly textual: boolean; readonly vault: Vault },
): ProfileChange {
  const changed = [...texts, 'default_app_id', 'security_answer'].filter((name) => {
    const value = sent[name]
    return value !== undefined && value !== null && value !== '' && value !== stored[name]
  })
  const given = Object.fromEntries(changed.map((name) => [name, sent[name]]))
  const values = readStoredValues(user, given, { ...options, creating: false })
  const columns: OwnColumns = {}
  for (const name of texts) {
    const value = values[name]
    if (typeof value === 'string') columns[name] = value
  }
  for (const name of ['first_name', 'last_name', 'phone'] as const) if (sent[name] === '') columns[name] = ''
  if (typeof values.default_app_id === 'number') columns.default_app_id = values.default_app_id
  if (sent.language !== undefined && sent.language !== null) columns.language = acceptedLanguage(sent.language)
  if (sent.security_question === null || sent.security_question === '') {
    return { columns: { ...columns, security_question: null }, answer: null }
  }
  return typeof values.security_answer === 'string' ? { columns, answer: values.security_answer } : { columns }
}

/** Returns `null` for an empty value, which uses the browser's language. */
function acceptedLanguage(sent: unknown): string | null {
  if (sent === '') return null
  if (isProfileLanguage(sent)) return sent
  throw invalid({ language: [`language must be one of ${profileLanguages.join(', ')}.`] })
}
