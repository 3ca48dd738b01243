import { type Lookups, substituteLookups } from '../../../platform/lookup-substitution.ts'
import type { EmailTemplateTable } from '../../../store/system-tables.ts'

/** Text values by name. */
export type Variables = Readonly<Record<string, string>>

/** Converts an HTML template to plain text, leaving its `{names}`. */
export function textOfHtml(html: string): string {
  return withoutSilent(html)
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|\/p|\/h[1-6]|\/div|\/tr|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => characters[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n\n')
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Removes comments and elements without visible content. An unclosed one is left in place, and others like it are not searched for. */
function withoutSilent(html: string): string {
  const endless = new Set<string>()
  const kept: string[] = []
  const opening = /<(?:(head|style|script)\b|!--)/gi
  let from = 0
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const name = found[1]?.toLowerCase() ?? 'comment'
    if (endless.has(name)) continue
    const closing = new RegExp(name === 'comment' ? '-->' : `</${name}\\s{0,8}>`, 'gi')
    closing.lastIndex = opening.lastIndex
    if (closing.exec(html) === null) endless.add(name)
    else {
      kept.push(html.slice(from, found.index))
      from = closing.lastIndex
      opening.lastIndex = from
    }
  }
  return [...kept, html.slice(from)].join('')
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

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
export function templateTexts(template: TemplateColumns, mailValues: MailVariables, lookups: Lookups): MailTexts {
  const variables = { ...readDefaults(template.defaults), ...columnsOf(template), ...mailValues }
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
