import type { RelationSchema } from '@millwright/contract/wire/table-schema'
import type { ListedService } from '../../instance/service-list.ts'
import { runCalls } from './run-calls.ts'
import { dropRelation, saveRelation } from './schema-calls.ts'
import { readTableNow } from './schema-queries.ts'

const structure = [
  'type',
  'field',
  'ref_service_id',
  'ref_table',
  'ref_field',
  'junction_service_id',
  'junction_table',
  'junction_field',
  'junction_ref_field',
] as const

/**
 * Some servers know a virtual relation by what it joins: for them a changed one is one more, beside the old one or hidden
 * by it. Looks whether the old one is still there, and has only the new one stay.
 */
export async function settleRelation(
  service: ListedService,
  table: string,
  wanted: RelationSchema,
  before: RelationSchema | null,
): Promise<void> {
  if (!before?.is_virtual || joinsTheSame(before, wanted, service.id)) return
  const there = async (relation: RelationSchema) =>
    (await readTableNow(service.name, table)).related.find((one) => joinsTheSame(one, relation, service.id))
  const old = await there(before)
  if (!old) return
  await runCalls(dropRelation(service.name, table, old.name))
  if (!(await there(wanted))) await runCalls(saveRelation(service.name, table, { ...wanted, name: '' }, true))
}

/** Null stands for the service of the table. */
function joinsTheSame(one: RelationSchema, other: RelationSchema, own: number): boolean {
  return structure.every((member) => {
    const [a, b] = [one[member], other[member]]
    return member.endsWith('service_id') ? (a ?? own) === (b ?? own) : (a ?? '') === (b ?? '')
  })
}
