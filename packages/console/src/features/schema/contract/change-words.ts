import type { DocumentedField, DriftChange, DriftSeverity } from '@millwright/contract/wire/schema-contract'
import type { Tone } from '../../../ui/badge.tsx'

/** What a severity means for whoever calls. */
export const severityWords: Readonly<Record<DriftSeverity, { readonly label: string; readonly tone: Tone }>> = {
  breaking: { label: 'Breaking', tone: 'danger' },
  potentially_breaking: { label: 'May break', tone: 'warning' },
  additive: { label: 'Additive', tone: 'accent' },
  cosmetic: { label: 'Cosmetic', tone: 'neutral' },
}

/** A change in a sentence; a kind that this console does not know is named as it came. */
export function changeInWords({ kind, path, detail }: DriftChange): string {
  const subject = subjectOf(path)
  const { from, to } = detail
  switch (kind) {
    case 'table.removed':
      return 'The table is gone.'
    case 'primary_key.changed':
      return `The primary key is ${said(to)} instead of ${said(from)}.`
    case 'field.added':
      return `${subject} was added${typeOf(detail.new_field)}.`
    case 'field.removed':
      return `${subject} is gone${typeOf(detail.old_field)}.`
    case 'field.nullable_tightened':
      return `${subject} no longer takes null.`
    case 'field.nullable_relaxed':
      return `${subject} may be null now.`
    case 'field.required_added':
      return `${subject} is required now.`
    case 'field.required_removed':
      return `${subject} is no longer required.`
    case 'field.unique_added':
      return `${subject} has to be unique now.`
    case 'field.enum_value_removed':
      return `${subject} no longer takes ${said(from)}.`
    case 'field.enum_value_added':
      return `${subject} takes ${said(to)} too.`
    case 'relationship.added':
      return `${subject} was added.`
    case 'relationship.removed':
      return `${subject} is gone.`
    default:
      return plainChange(kind, subject, from, to)
  }
}

/** `field.length_reduced` as "length reduced", with both values where they are short. */
function plainChange(kind: string, subject: string, from: unknown, to: unknown): string {
  const what = kind.slice(kind.indexOf('.') + 1).replaceAll('_', ' ')
  const isShort = [from, to].every((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value))
  return `${subject}: ${what}${isShort ? `, ${said(from)} → ${said(to)}` : ''}.`
}

function subjectOf(path: string): string {
  const [part, name] = path.split('.')
  if (part === 'fields') return `Field ${name}`
  return part === 'relationships' ? `Relationship ${name}` : 'The table'
}

function typeOf(field: unknown): string {
  const { type } = Object(field) as Partial<DocumentedField>
  return typeof type === 'string' ? ` (${type})` : ''
}

function said(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
