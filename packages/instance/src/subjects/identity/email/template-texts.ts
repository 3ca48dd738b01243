import { type Lookups, substituteLookups } from '../../../platform/lookup-substitution.ts'
import type { EmailTemplateTable } from '../../../store/system-tables.ts'
import { escapeHtml, textOfHtml, type Variables } from './template.ts'

type Column =
  | 'description'
  | 'subject'
  | 'body_text'
  | 'body_html'
  | 'from_name'
  | 'from_email'
  | 'reply_to_name'
  | 'reply_to_email'
  | 'defaults'

/** The columns of a template that determine the texts of a mail, as stored. */
export type TemplateColumns = Partial<Pick<EmailTemplateTable, Column>>

export interface MailTexts {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Values that a purpose provides, by name. Without `content_header`, the subject is the heading. */
export type MailVariables = Variables & { readonly content_header?: string }

/**
 * Renders the texts of a mail. Each name is replaced once, by its given value, else by the template's default, else by the lookup key
 * of that name (docs/wire/email.md), so that no lookup key can replace a value of the mail or bring one into another place. Values
 * are escaped in HTML.
 */
export function templateTexts(template: TemplateColumns, given: MailVariables, lookups: Lookups): MailTexts {
  const variables = { ...readDefaults(template.defaults), ...columnsOf(template), ...given }
  const subject = oneLine(fillNames(template.subject ?? '', variables, lookups))
  const withHeading = { content_header: subject, ...variables }
  const html = template.body_html ?? ''
  return {
    subject,
    text: fillNames(template.body_text || textOfHtml(html), withHeading, lookups),
    html: fillNames(html, withHeading, lookups, escapeHtml),
  }
}

/** Replaces each name once, by its variable or else by the lookup key of that name. */
export function fillNames(text: string, variables: Variables, lookups: Lookups, write?: (value: string) => string) {
  const open = new Map([...lookups.open, ...Object.entries(variables)])
  return substituteLookups(text, { open, private: lookups.private }, write === undefined ? {} : { write })
}

/** Replaces line breaks and other control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

const named = ['description', 'subject', 'from_name', 'from_email', 'reply_to_name', 'reply_to_email'] as const

function columnsOf(template: TemplateColumns): Variables {
  return Object.fromEntries(named.flatMap((name) => (template[name] ? [[name, template[name]]] : [])))
}

function readDefaults(stored: string | null | undefined): Variables {
  const value: unknown = JSON.parse(stored ?? '{}')
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)]))
}
