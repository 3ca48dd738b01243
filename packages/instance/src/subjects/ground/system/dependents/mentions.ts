import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceKinds } from '../../../../gateway/ports/service-kinds.ts'
import { Yielder } from '../../../../platform/yielder.ts'
import { quoted } from '../../../../records/system/dialect.ts'
import type { Row, Tx } from '../../../../records/system/sql-runner.ts'
import { parseConfig } from '../../service-config/stored-config.ts'
import { forms, type Target } from './forms.ts'
import { type MentioningColumn, mentionsOf } from './graph.ts'
import { followInSettings, nameSomething } from './settings-names.ts'

/** A stored text that names something. */
export interface FoundMention extends MentioningColumn {
  readonly row: Row
  /** The text with the new name, as far as it can be rewritten. */
  readonly text: string
  readonly isStuck: boolean
}

export interface DependentParts {
  readonly tx: Tx
  readonly kinds: Pick<ServiceKinds, 'all' | 'of'>
}

/** More targets than this are looked for in all rows. */
const mostInCondition = 20

/**
 * Stored texts that name any of these things, all of one kind, with the texts that would name them by another name. Each table is read once,
 * and other requests are answered meanwhile.
 */
export async function findMentions(
  { tx, kinds }: DependentParts,
  targets: readonly Target[],
  to: string,
): Promise<FoundMention[]> {
  const [first] = targets
  if (first === undefined) return []
  const found: FoundMention[] = []
  const yielder = new Yielder()
  const byTable = Map.groupBy(mentionsOf(first.kind), ({ table }) => table)
  for (const [table, columns] of byTable) {
    const [likely, values] =
      table === 'service' ? likelyServices(kinds, columns, targets) : likelyRows(columns, targets)
    for (const row of await tx.all(`SELECT * FROM ${quoted(table)} WHERE ${likely}`, ...values)) {
      await yielder.step()
      for (const each of columns) {
        const stored = row[each.column]
        if (typeof stored === 'string') found.push(...namedBy(each, { stored, row, targets, to, kinds }))
      }
    }
  }
  return found
}

/** The names by which texts can name it. */
const namesOf = ({ name, stored }: Target) => (stored === undefined ? [name] : [name, stored])

/** A condition for rows that could name one of the targets, where the engine can tell. */
function likelyRows(
  columns: readonly MentioningColumn[],
  targets: readonly Target[],
): [condition: string, values: string[]] {
  const names = targets.flatMap(namesOf)
  if (names.length > mostInCondition || !names.every((name) => /^[\w ./-]+$/.test(name))) return ['1 = 1', []]
  const pairs = names.flatMap((name) => columns.map(({ column }) => ({ column, name })))
  return [
    pairs.map(({ column }) => `lower(${quoted(column)}) LIKE ?`).join(' OR '),
    pairs.map(({ name }) => `%${name.toLowerCase()}%`),
  ]
}

/** Few types of services name anything, so that thousands of others need not be searched. */
function likelyServices(
  kinds: DependentParts['kinds'],
  columns: readonly MentioningColumn[],
  targets: readonly Target[],
): [condition: string, values: string[]] {
  const [likely, values] = likelyRows(columns, targets)
  const [first] = targets
  if (first === undefined || forms.settings[first.kind] !== undefined) return [likely, values]
  const types = kinds.all.filter(({ config }) => config !== null && nameSomething(config, first.kind))
  if (types.length === 0) return ['1 = 0', []]
  return [
    `"type" IN (${types.map(() => '?').join(', ')}) AND (${likely})`,
    [...types.map(({ name }) => name), ...values],
  ]
}

function namedBy(
  column: MentioningColumn,
  { targets, ...place }: Omit<Asked, 'target'> & { targets: readonly Target[] },
) {
  const { stored, row } = place
  const lower = stored.toLowerCase()
  for (const target of targets) {
    // In JSON, such characters have another form.
    if (namesOf(target).every((name) => !/["\\]/.test(name) && !lower.includes(name.toLowerCase()))) continue
    const { text, isStuck } = followed(column, { ...place, target })
    if (isStuck || text !== stored) return [{ ...column, row, text, isStuck }]
  }
  return []
}

interface Asked {
  readonly stored: string
  readonly row: Row
  readonly target: Target
  readonly to: string
  readonly kinds: Pick<ServiceKinds, 'of'>
}

function followed({ mention }: MentioningColumn, { stored, row, target, to, kinds }: Asked) {
  const follow = forms[mention.names][target.kind]
  if (follow !== undefined) {
    const text = follow(stored, target, to, row)
    return { text: text ?? stored, isStuck: text === null }
  }
  const declared = kinds.of(String(row.type))?.config
  if (!isRecord(declared)) return { text: stored, isStuck: false }
  const { settings, isStuck } = followInSettings(declared, parseConfig(stored), target, to)
  const text = JSON.stringify(settings)
  return { text: text === JSON.stringify(parseConfig(stored)) ? stored : text, isStuck }
}
