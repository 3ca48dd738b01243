import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { readBody } from '../../../../request/body.ts'
import type { TableDraft } from './drafts.ts'
import { ItemReader } from './item-reader.ts'
import { readKeyDrafts, readNames } from './keys-of-several-fields.ts'
import { assertDistinct, readFieldDraft } from './read-field-draft.ts'
import { readName } from './read-name.ts'
import { readRelationDraft } from './read-relation-draft.ts'

/** Reads a table as sent; `named`: its name in the URL, if any. Throws 400 with the name of the table. */
export function readTableDraft(value: unknown, serviceId: number, named?: string): TableDraft {
  const name = readName(value, 'table', named)
  const item = new ItemReader(value, `Table '${name}'`)
  try {
    const fields = item.list('field')?.map((each) => readFieldDraft(each))
    assertDistinct(fields ?? [])
    return {
      name,
      extras: {
        alias: item.text('alias'),
        label: item.text('label'),
        plural: item.text('plural'),
        description: item.text('description'),
        nameField: item.text('name_field'),
        history: item.flag('history'),
      },
      fields,
      keys: readKeyDrafts(item),
      primaryKey: readNames(item, 'primary_key') ?? undefined,
      relations: (item.list('related') ?? []).map((each) => readRelationDraft(each, serviceId)),
    }
  } catch (error) {
    throw inTable(name, error)
  }
}

/** Returns the items of a body: a list, wrapped or bare, or a single item. Throws 400 if it is empty. */
export function itemsOf(payload: unknown, what: string): readonly unknown[] {
  const { records } = readBody(payload)
  if (records.length === 0) throw new Problem(400, `The request names no ${what}.`)
  return records
}

/** Returns the single item of a body whose URL names it; a list of one is accepted. */
export function oneItem(payload: unknown, what: string): object {
  const { records } = readBody(payload)
  const [item] = records
  if (records.length !== 1 || !isRecord(item)) throw new Problem(400, `The request must have one ${what}.`)
  return item
}

/** Adds the table's name to an error about one of its parts. */
function inTable(table: string, error: unknown): unknown {
  if (!(error instanceof Problem) || error.message.startsWith(`Table '`)) return error
  const { status, code, context } = error
  return new Problem(status, `Table '${table}': ${error.message}`, { code, context })
}
