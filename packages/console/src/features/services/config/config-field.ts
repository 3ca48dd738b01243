import type { ConfigSchemaEntry, ServiceType } from '@millwright/contract/wire/services'
import { serverTexts } from '../../../language/server-texts.ts'
import { tabWords } from '../../../words/tabs/messages.ts'

/** One option of a list; `value` is stored: a text, a number or `null`. */
export interface ConfigChoice {
  readonly label: string
  readonly value: unknown
  /** Fills in the DSN setting when this option is chosen. */
  readonly dsn?: string
}

interface Common {
  readonly name: string
  readonly label: string
  readonly help: string | null
  readonly required: boolean
  readonly default: unknown
}

interface Text {
  /** Maximum number of characters; `null` if unlimited. */
  readonly length: number | null
}

/** Additional properties by kind of control. */
interface Kinds {
  readonly line: Text
  readonly area: Text
  /** `lines`: line breaks are significant, as in a private key. */
  readonly secret: Text & { readonly lines: boolean }
  readonly number: { readonly whole: boolean }
  readonly flag: object
  readonly verbs: object
  readonly event: object
  readonly file: object
  readonly choice: { readonly options: readonly ConfigChoice[] }
  readonly choices: { readonly options: readonly ConfigChoice[]; readonly columns: number }
  readonly record: { readonly table: string; readonly field: string }
  readonly list: object
  readonly rows: { readonly columns: readonly ConfigField[] }
  readonly pairs: { readonly keyLabel: string; readonly valueLabel: string }
  /** A type unknown to this console: edited as JSON, so that nothing is lost. */
  readonly json: { readonly type: string }
}

type KindName = keyof Kinds
type Kind = { [K in KindName]: { readonly kind: K } & Kinds[K] }[KindName]

export type FieldOf<K extends KindName> = Common & { readonly kind: K } & Kinds[K]

/** A setting as its control shows it. */
export type ConfigField = { [K in KindName]: FieldOf<K> }[KindName]

/** The settings of a service type, in the server's order; invalid entries are skipped. */
export function configFields({ config_schema: schema }: Pick<ServiceType, 'config_schema'>): readonly ConfigField[] {
  return fieldsOf(schema)
}

function fieldsOf(schema: unknown): readonly ConfigField[] {
  return Array.isArray(schema) ? schema.filter(isEntry).map(configField) : []
}

function isEntry(entry: unknown): entry is ConfigSchemaEntry {
  return typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string'
}

function configField(entry: ConfigSchemaEntry): ConfigField {
  const common: Common = {
    name: entry.name,
    label: saidText(plainText(entry.label) || words(entry.name)),
    help: saidText(entry.description) || null,
    // A switch always has a value.
    required: entry.required === true && entry.type !== 'boolean',
    default: entry.default ?? null,
  }
  return { ...common, ...kindOf(entry) }
}

function kindOf(entry: ConfigSchemaEntry): Kind {
  const type = typeof entry.type === 'string' ? entry.type : ''
  const length = typeof entry.length === 'number' && entry.length > 0 ? entry.length : null
  if (type === 'password') return { kind: 'secret', length, lines: false }
  if (isSecret(entry)) return { kind: 'secret', length, lines: type === 'text' && entry.name !== 'password' }
  if (type.includes('array')) return arrayKind(entry)
  if (type.includes('object')) return pairsKind(entry)
  switch (type) {
    case 'string':
    case 'file_certificate_api':
      return { kind: 'line', length }
    case 'text':
      return { kind: 'area', length }
    case 'integer':
      return { kind: 'number', whole: true }
    case 'float':
    case 'double':
    case 'decimal':
      return { kind: 'number', whole: false }
    case 'boolean':
      return { kind: 'flag' }
    case 'picklist':
      return { kind: 'choice', options: choices(entry.values) }
    case 'grouped_picklist':
      return { kind: 'choice', options: groupedChoices(entry.values) }
    case 'multi_picklist':
      return { kind: 'choices', options: choices(entry.values), columns: columnsOf(entry.columns) }
    case 'reference':
      return { kind: 'record', table: entry.ref_table ?? '', field: entry.ref_field ?? 'id' }
    case 'verb_mask':
      return { kind: 'verbs' }
    case 'event_picklist':
      return { kind: 'event' }
    case 'file_certificate':
      return { kind: 'file' }
    default:
      return { kind: 'json', type: type || 'unknown' }
  }
}

/** A setting with a secret's name is hidden, whatever its type. */
function isSecret({ name, type }: ConfigSchemaEntry): boolean {
  const isText = type === 'string' || type === 'text'
  return isText && /(^|_)(password|passphrase|secret|token|private_?key)$/i.test(name)
}

function arrayKind({ items }: ConfigSchemaEntry): Kind {
  return Array.isArray(items) ? { kind: 'rows', columns: fieldsOf(items) } : { kind: 'list' }
}

function pairsKind({ object }: ConfigSchemaEntry): Kind {
  return {
    kind: 'pairs',
    keyLabel: saidText(object?.key?.label) || tabWords.name,
    valueLabel: saidText(object?.value?.label) || tabWords.value,
  }
}

function choices(values: unknown): readonly ConfigChoice[] {
  if (!Array.isArray(values)) return []
  return values.flatMap((value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') return [{ label: String(value), value }]
    if (typeof value !== 'object' || value === null) return []
    const { name = null, label, dsn } = value as { name?: unknown; label?: unknown; dsn?: unknown }
    return [
      { label: saidText(label) || String(name ?? '(none)'), value: name, ...(typeof dsn === 'string' && { dsn }) },
    ]
  })
}

function groupedChoices(values: unknown): readonly ConfigChoice[] {
  if (!Array.isArray(values)) return []
  return values.flatMap((group: unknown) => {
    const { label, items } = (group ?? {}) as { label?: unknown; items?: unknown }
    return choices(items).map((choice) => ({ ...choice, label: `${saidText(label)}: ${choice.label}` }))
  })
}

/** Localizes a text that the server declares. */
const saidText = (text: unknown): string => declaredTexts.say(plainText(text))

function columnsOf(columns: unknown): number {
  return typeof columns === 'number' && columns >= 1 && columns <= 6 ? Math.floor(columns) : 3
}

/** Turns `cache_ttl` into readable words. */
function words(name: string): string {
  return name
    .split(/[_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Strips markup from a server's text: line breaks stay, and nothing is ever interpreted as HTML. */
function plainText(text: unknown): string {
  if (typeof text !== 'string') return ''
  return text
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .trim()
}

/** Labels and help texts that a server declares for service settings. */
export const declaredTexts = serverTexts(() => import('./declared-texts.de.json'))

/** Props of every control of a setting. */
export interface ControlProps<F extends ConfigField = ConfigField> {
  readonly field: F
  /** The control's value, as returned by `formValue`. */
  readonly value: unknown
  readonly error?: string | undefined
  /** Overrides the setting's own label. */
  readonly label?: string
  readonly labelHidden?: boolean
  readonly onChange: (value: unknown) => void
}
