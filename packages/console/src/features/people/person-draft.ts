import type { OwnedLookup } from '@millwright/contract/records/lookup'
import { type LookupRow, lookupRows, lookupsToSend } from '../../widgets/list/lookup-keys/lookup-rows.ts'

/** The form fields that administrators and users share. */
export type PersonDraft = {
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly name: string
  readonly phone: string
  readonly is_active: boolean
  readonly sendInvite: boolean
  readonly setPassword: boolean
  readonly password: string
  readonly verifyPassword: string
  readonly lookups: readonly LookupRow[]
}

/** A person, as returned by any server: every field may be missing. */
export type PersonRecord = {
  readonly [field: string]: unknown
  readonly id?: unknown
  readonly email?: unknown
  readonly name?: unknown
  readonly confirmed?: unknown
  readonly expired?: unknown
  readonly lookup_by_user_id?: readonly OwnedLookup[]
}

const textFields = ['username', 'email', 'first_name', 'last_name', 'name', 'phone'] as const

/** Returns the form of a person, or of a new one if there is no record. */
export function draftOfPerson(record: PersonRecord | null): PersonDraft {
  const text = (field: (typeof textFields)[number]) => {
    const value = record?.[field]
    return typeof value === 'string' ? value : ''
  }
  return {
    username: text('username'),
    email: text('email'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    name: text('name'),
    phone: text('phone'),
    is_active: record === null || record.is_active !== false,
    sendInvite: false,
    setPassword: false,
    password: '',
    verifyPassword: '',
    lookups: lookupRows(record?.lookup_by_user_id),
  }
}

/** Returns the form of a copy, without personal data. */
export function draftOfCopy(record: PersonRecord): PersonDraft {
  const lookups = lookupRows(record.lookup_by_user_id)
    .filter(({ isPrivate }) => !isPrivate)
    .map((row, index) => ({ ...row, key: `new-${index + 1}`, stored: null }))
  return { ...draftOfPerson(record), username: '', email: '', lookups }
}

/** Returns the body of a create, which the sender wraps. */
export function personToCreate(draft: PersonDraft): Record<string, unknown> {
  return {
    ...texts(draft, null),
    is_active: draft.is_active,
    ...(draft.setPassword && { password: draft.password }),
    lookup_by_user_id: lookupsToSend(draft.lookups, 'user_id'),
  }
}

/** Returns the body of an update: the fields of the form; fields that this console does not know are omitted and stay unchanged. */
export function personToUpdate(draft: PersonDraft, record: PersonRecord): Record<string, unknown> {
  return {
    ...texts(draft, record),
    is_active: draft.is_active,
    ...(draft.setPassword && { password: draft.password }),
    lookup_by_user_id: lookupsToSend(draft.lookups, 'user_id'),
  }
}

/** Empty fields that were null stay null; cleared fields become empty. */
function texts(draft: PersonDraft, record: PersonRecord | null): Record<string, string | null> {
  const sent: Record<string, string | null> = {}
  for (const field of textFields) {
    const typed = draft[field].trim()
    if (typed !== '') sent[field] = typed
    else if (record && record[field] !== undefined) sent[field] = record[field] === null ? null : emptied(field)
  }
  return sent
}

/** Returns the empty value of a field: an empty text for names, but null for identifiers, as empty ones would be duplicates. */
function emptied(field: (typeof textFields)[number]): string | null {
  return field === 'username' || field === 'phone' ? null : ''
}
