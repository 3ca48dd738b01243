import type { ChoiceSource, ConfigFields, SettingNames } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import { toolPrefix } from '@millwright/contract/wire/mcp'
import type { Row } from '../../../../records/system/sql-runner.ts'
import type { NamedKind } from '../../../../store/naming.ts'
import { type Follow, forms, isSame, type Target } from './forms.ts'

/** How settings that name something do (`names` of their declaration). */
export const settingForms: { readonly [F in SettingNames]: { readonly [K in NamedKind]?: Follow } } = {
  service: { service: (text, { name }, to) => (isSame(text, name) ? to : text) },
  tool: { service: toolOfService },
  event: forms.event,
  address: forms.address,
  code: forms.code,
  file: forms.file,
}

export interface FollowedSettings {
  readonly settings: Row
  /** Whether a text names the target in a way that cannot be rewritten. */
  readonly isStuck: boolean
}

/** Replaces the name of something in the stored settings of a service, also in lists and their rows. */
export function followInSettings(
  fields: ConfigFields,
  stored: Readonly<Row>,
  target: Target,
  to: string,
): FollowedSettings {
  let isStuck = false

  function inRow(declared: ConfigFields, row: Readonly<Row>): Row {
    const entries = Object.entries(row).map(([name, value]) => {
      const field = declared[name]
      if (isRecord(field?.items) && Array.isArray(value)) {
        const { items } = field
        return [name, value.map((each) => (isRecord(each) ? inRow(items, each) : each))] as const
      }
      const follow = field?.names === undefined ? undefined : settingForms[field.names][target.kind]
      if (follow === undefined) return [name, value] as const
      const one = (text: unknown): unknown => (typeof text === 'string' ? followed(follow, text, row) : text)
      return [name, Array.isArray(value) ? value.map(one) : one(value)] as const
    })
    return Object.fromEntries(entries)
  }

  function followed(follow: Follow, text: string, row: Readonly<Row>): string {
    const next = follow(text, target, to, row)
    if (next === null) isStuck = true
    return next ?? text
  }

  return { settings: inRow(fields, stored), isStuck }
}

/** Whether settings can name things of a kind. */
export function nameSomething(fields: ConfigFields, kind: NamedKind): boolean {
  return Object.values(fields).some(({ names, items }) => {
    if (names !== undefined && settingForms[names][kind] !== undefined) return true
    return isRecord(items) && nameSomething(items, kind)
  })
}

function toolOfService(text: string, { name }: Target, to: string): string {
  const prefix = `${toolPrefix(name)}_`
  return toolPrefix(text).startsWith(prefix) ? `${toolPrefix(to)}_${toolPrefix(text).slice(prefix.length)}` : text
}

/** Ids of records that the settings of a service refer to. */
export function* namedIn(fields: ConfigFields, config: Readonly<Row>, source: ReferredKind): Iterable<number> {
  for (const [name, field] of Object.entries(fields)) {
    const value = config[name]
    if (isRecord(field.items)) {
      const items: ConfigFields = field.items
      for (const row of Array.isArray(value) ? value : []) if (isRecord(row)) yield* namedIn(items, row, source)
      continue
    }
    const sourceKind = name === 'storage_service_id' || field.source === 'email_service' ? 'service' : field.source
    if (sourceKind === source && typeof value === 'number') yield value
  }
}

export type ReferredKind = Exclude<ChoiceSource, 'email_service'> | 'service'
