import { audit, json, string } from '@millwright/contract/records/field'
import type { ResourceDeclaration } from '../resource.ts'
import { shape } from '../shape.ts'

/** Values of any form by name, for whatever clients want to keep; reading one answers the bare value. */
export const custom: ResourceDeclaration = {
  name: 'custom',
  label: 'Custom settings',
  description: 'Values that clients keep under names of their own.',
  shape: shape({
    table: 'custom',
    label: 'Custom',
    plural: 'Custom',
    fields: {
      name: string({ label: 'Name', max: 255, required: true, nullable: false }),
      value: json<unknown>({ label: 'Value' }),
      ...audit,
    },
    key: 'name',
    keyType: 'text',
    within: '"user_id" IS NULL',
  }),
  scope: { values: { user_id: null } },
  relations: [],
  upsert: true,
  presentOne: ({ value }) => value,
}
