import { Problem } from '@millwright/contract/problem'
import { audit, json, string } from '@millwright/contract/records/field'
import { type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'

/** Arbitrary JSON values of clients, by name; reading one returns the bare value. */
export const custom: ResourceDeclaration = {
  name: 'custom',
  label: 'Custom settings',
  description: 'Values that clients keep under names of their own.',
  travels: { key: 'name', files: { file: 'custom.yaml' } },
  declared: customShape('"user_id" IS NULL'),
  scope: { values: { user_id: null } },
  relations: [],
  upsert: true,
  presentOne: ({ value }) => value,
}

/** Custom values of one person. */
export function customOf(userId: number): ResourceDeclaration {
  return {
    ...custom,
    description: 'Values that people keep for themselves.',
    travels: 'people',
    declared: { ...customShape(`"user_id" = ${userId}`), auditedAs: null },
    scope: { values: { user_id: userId } },
    async afterWrite({ tx }) {
      const kept = await tx.first('SELECT SUM(LENGTH("value")) AS "length" FROM "custom" WHERE "user_id" = ?', userId)
      if (Number(kept?.length ?? 0) > mostOfPerson) throw tooMuch()
    },
  }
}

/** Characters that the values of one person may have together, as all of them are answered at once. */
const mostOfPerson = 5_000_000

const tooMuch = () =>
  new Problem(400, 'The custom settings of a person may have at most 5,000,000 characters together.')

function customShape(within: string): DeclaredTable {
  return declareTable({
    table: 'custom',
    label: 'Custom',
    plural: 'Custom',
    fields: {
      name: string({ label: 'Name', max: 255, required: true, nullable: false }),
      value: json<unknown>({ label: 'Value' }),
      ...audit,
    },
    authority: { columns: { name: 'plain', value: 'plain' } },
    key: 'name',
    keyType: 'text',
    within,
  })
}
