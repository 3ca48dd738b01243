import { answerWith, type Habit, jsonOf, members, refusal, withRecords } from './exchange.ts'

/** Relations for which our instance returns a single record. */
const ofOne = ['service_doc_by_service_id', 'task_log_by_task_id', 'role_adldap_by_role_id']

/** Returns a list for a relation to one record, and only accepts a list for it. */
export const listsForOne: Habit = async (call, ask) => {
  if (!call.path.startsWith('system/')) return ask(call)
  const given = recordsIn(call.body)
  if (given.some((record) => ofOne.some((name) => name in record && !Array.isArray(record[name]))))
    return refusal(500, 'Cannot access offset of type string on string', { bare: true })
  const response = await ask(call)
  const answered = response.ok ? await jsonOf(response) : null
  return answered === null ? response : answerWith(response, withRecords(answered, asLists))
}

function recordsIn(body: unknown): Record<string, unknown>[] {
  const { resource } = members(body)
  return Array.isArray(resource) ? resource.map(members) : [members(body)]
}

function asLists(record: Record<string, unknown>): Record<string, unknown> {
  const lists = ofOne.flatMap((name) => (name in record ? [[name, record[name] === null ? [] : [record[name]]]] : []))
  return lists.length === 0 ? record : { ...record, ...Object.fromEntries(lists) }
}
