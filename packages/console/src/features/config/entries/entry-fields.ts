import type { FormProblem } from '../../../widgets/form/editor-frame/form-problem.ts'
import type { EntryMessages } from './entry-messages.ts'

/** Returns a string field; an empty string for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the given fields of `draft` that differ from `before`, trimmed; cleared ones are `null`. */
export function changedTexts<D extends { readonly [field: string]: unknown }>(
  before: D,
  draft: D,
  fields: readonly (keyof D & string)[],
): Record<string, string | null> {
  const changed = fields.filter((field) => before[field] !== draft[field])
  return Object.fromEntries(changed.map((field) => [field, textOf(draft[field]).trim() || null]))
}

/** Returns the given fields that are not empty, trimmed. */
export function filledTexts<D extends { readonly [field: string]: unknown }>(
  draft: D,
  fields: readonly (keyof D & string)[],
): Record<string, string> {
  const texts = fields.map((field) => [field, textOf(draft[field]).trim()] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

/** An error about the name of an entry before it is sent, for the field and for a notification. */
export interface NameNotice {
  readonly type: 'warning' | 'error'
  readonly text: string
}

interface NameParts {
  readonly name: string
  readonly isNew: boolean
  /** The initial name of a new entry. */
  readonly defaultName: string
  readonly messages: Pick<EntryMessages, 'defaultName' | 'nameMissing'>
}

/** Validates the name: it must not be blank, and a new entry must be renamed. Returns `null` if it is valid. */
export function nameNotice({ name, isNew, defaultName, messages }: NameParts): NameNotice | null {
  const typed = name.trim()
  if (typed === '') return { type: 'error', text: messages.nameMissing }
  if (isNew && typed === defaultName) return { type: 'warning', text: messages.defaultName }
  return null
}

/** Combines an error about the name with other errors; returns `null` if there are none. */
export function entryProblem(
  nameField: string,
  notice: NameNotice | null,
  others: Readonly<Record<string, string>> = {},
): FormProblem | null {
  const fields = { ...others, ...(notice && { [nameField]: notice.text }) }
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}
