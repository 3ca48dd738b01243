import type { DocumentedField, DriftChange, DriftSeverity } from '@millwright/contract/wire/schema-contract'
import type { Tone } from '../../../ui/badge.tsx'
import { contractMessages } from './messages.ts'

/** What a severity means for API callers. */
export const severityWords: Readonly<Record<DriftSeverity, { readonly label: string; readonly tone: Tone }>> = {
  breaking: {
    get label() {
      return contractMessages.breaking
    },
    tone: 'danger',
  },
  potentially_breaking: {
    get label() {
      return contractMessages.mayBreak
    },
    tone: 'warning',
  },
  additive: {
    get label() {
      return contractMessages.additive
    },
    tone: 'accent',
  },
  cosmetic: {
    get label() {
      return contractMessages.cosmetic
    },
    tone: 'neutral',
  },
}

/** A change as a sentence; an unknown kind is shown by its raw name. */
export function changeInWords({ kind, path, detail }: DriftChange): string {
  const subject = subjectOf(path)
  const { from, to } = detail
  switch (kind) {
    case 'table.removed':
      return contractMessages.tableRemoved
    case 'primary_key.changed':
      return contractMessages.primaryKeyChanged({ from: said(from), to: said(to) })
    case 'field.added':
      return added(subject, typeOf(detail.new_field))
    case 'field.removed':
      return gone(subject, typeOf(detail.old_field))
    case 'field.nullable_tightened':
      return contractMessages.nullRefused({ subject })
    case 'field.nullable_relaxed':
      return contractMessages.nullAllowed({ subject })
    case 'field.required_added':
      return contractMessages.isRequiredNow({ subject })
    case 'field.required_removed':
      return contractMessages.notRequired({ subject })
    case 'field.unique_added':
      return contractMessages.uniqueNow({ subject })
    case 'field.enum_value_removed':
      return contractMessages.noLongerTakes({ subject, value: said(from) })
    case 'field.enum_value_added':
      return contractMessages.takesToo({ subject, value: said(to) })
    case 'relationship.added':
      return added(subject, null)
    case 'relationship.removed':
      return gone(subject, null)
    default:
      return plainChange(kind, subject, from, to)
  }
}

/** Describes what changed, with both values if they are short; an unknown kind is shown by its raw name. */
function plainChange(kind: string, subject: string, from: unknown, to: unknown): string {
  const name = kind.slice(kind.indexOf('.') + 1)
  const what = contractMessages.changeWords({ what: name, words: name.replaceAll('_', ' ') })
  const isShort = [from, to].every((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value))
  if (!isShort) return contractMessages.changed({ subject, what })
  return contractMessages.valueChanged({ subject, what, from: said(from), to: said(to) })
}

function subjectOf(path: string): string {
  const [part, name = ''] = path.split('.')
  if (part === 'fields') return contractMessages.field({ name })
  return part === 'relationships' ? contractMessages.relationship({ name }) : contractMessages.theTable
}

function added(subject: string, type: string | null): string {
  return type === null ? contractMessages.wasAdded({ subject }) : contractMessages.fieldAdded({ subject, type })
}

function gone(subject: string, type: string | null): string {
  return type === null ? contractMessages.isGone({ subject }) : contractMessages.fieldRemoved({ subject, type })
}

function typeOf(field: unknown): string | null {
  const { type } = Object(field) as Partial<DocumentedField>
  return typeof type === 'string' ? type : null
}

function said(value: unknown): string {
  if (value === null || value === undefined || value === '') return contractMessages.nothing
  if (Array.isArray(value)) return value.length === 0 ? contractMessages.nothing : value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
