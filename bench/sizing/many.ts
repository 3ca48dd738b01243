import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { type Api, recordsOf, signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, startInstance } from '../../e2e/harness/instance.ts'
import { type AnswerTime, askAll } from './answer-times.ts'
import { type Counts, fillStore } from './many-rows.ts'

/** Entries of an index that an instance leaves for later. */
const tolerated = 250
const search = (fields: readonly string[], text: string) =>
  `filter=${encodeURIComponent(fields.map((field) => `(${field} like "%${text}%")`).join(' or '))}`
const where = (filter: string) => `filter=${encodeURIComponent(filter)}`
const people = ['first_name', 'last_name', 'name', 'email']
const changes = ['record_name', 'resource', 'user_email', 'changed', 'address']

/** What the lists, tabs, searches and descriptions of the console ask. */
const questions = ({ services, users, roles, scripts, audited }: Counts): Readonly<Record<string, string>> => ({
  'users, first page': 'system/user?limit=51',
  'users, their number': 'system/user?fields=id&limit=1&include_count=true',
  'users, last page': `system/user?limit=51&offset=${users - 100}`,
  'users by name, first page': 'system/user?limit=51&order=name ASC',
  'users by name, page in the middle': `system/user?limit=51&order=name ASC&offset=${users / 2}`,
  'users by last sign-in': 'system/user?limit=51&order=last_login_date DESC',
  'users, search that finds many': `system/user?limit=51&${search(people, 'Turing')}`,
  'users, search that finds one': `system/user?limit=51&${search(people, `person${users - 7}@`)}`,
  'users, number found': `system/user?fields=id&limit=1&include_count=true&${search(people, 'Turing')}`,
  'users, inactive ones': `system/user?limit=51&${where('is_active = false')}`,
  'users with roles': 'system/user?limit=51&related=user_to_app_to_role_by_user_id',
  'a user, as edited': `system/user/${users}?related=user_to_app_to_role_by_user_id,lookup_by_user_id`,
  'roles by name': 'system/role?limit=51&order=name ASC',
  'roles, last page': `system/role?limit=51&offset=${roles - 100}`,
  'roles, their number': 'system/role?fields=id&limit=1&include_count=true',
  'roles, search': `system/role?limit=51&${search(['name', 'description'], `number ${roles - 5}`)}`,
  'roles, all names': 'system/role?fields=id,name&limit=100000',
  'services by name': 'system/service?limit=51&order=name ASC',
  'services, last page': `system/service?limit=51&offset=${services - 100}`,
  'services, their number': 'system/service?fields=id&limit=1&include_count=true',
  'services, search': `system/service?limit=51&${search(['name', 'label', 'description'], 'many77')}`,
  'services, all names': 'system/service?fields=id,name,label,type&limit=100000',
  'services, as programs list them': '',
  'scripts by name': 'system/event_script?limit=51&order=name ASC',
  'scripts, last page': `system/event_script?limit=51&order=name ASC&offset=${scripts - 100}`,
  'scripts, their number': 'system/event_script?fields=name&limit=1&include_count=true',
  'scripts, search': `system/event_script?limit=51&${search(['name'], 'many99')}`,
  events: 'system/event?as_list=true',
  'changes, newest': 'system/audit?limit=51&order=id DESC',
  'changes, their number': 'system/audit?fields=id&limit=1&include_count=true',
  'changes, page in the middle': `system/audit?limit=51&order=id DESC&offset=${audited / 2}`,
  'changes, search that finds many': `system/audit?limit=51&order=id DESC&${search(changes, 'Ada')}`,
  'changes, search that finds none': `system/audit?limit=51&order=id DESC&${search(changes, 'nowhere')}`,
  'changes of one record': `system/audit?limit=51&order=id DESC&${where('(resource = "role") and (record_id = "77")')}`,
  'changes of one write': `system/audit?limit=50&order=id&${where('(write_id = "write77") and (id != 78)')}`,
  'API docs, names of services': 'api_docs?as_list=true',
  'API docs, one service': 'api_docs/many77',
  'API docs, all services': 'api_docs',
  'package, what can be exported': 'system/package',
})

/** Fills an instance on SQLite, and asks what the console asks. */
export async function measureMany(counts: Counts): Promise<readonly AnswerTime[]> {
  const settings = { MILLWRIGHT_SAMPLE: '0', MILLWRIGHT_AUDIT_MB: '1000000', MILLWRIGHT_AUDIT_DAYS: '36500' } as const
  await using first = await startInstance(settings)
  await createTemplates(await signIn(first.url, firstAdmin))
  await first.stop()
  fillStore(first.database, counts)
  await using instance = await first.startAgain()
  await untilIndexed(first.database)
  return await askAll(instance, questions(counts))
}

/** Waits until the texts are indexed, which the instance does while it runs. */
async function untilIndexed(file: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true })
  const missing = ['user', 'audit'].map((table) => `(select count(*) from ${table}_unsearched) as ${table}`)
  const started = performance.now()
  for (;;) {
    const { user, audit } = { ...database.prepare(`select ${missing.join(', ')}`).get() }
    if (Number(user) < tolerated && Number(audit) < tolerated) break
    await setTimeout(1_000)
  }
  database.close()
  console.error(`Texts were indexed within ${Math.round((performance.now() - started) / 1000)} s.`)
}

async function createTemplates({ call }: Api): Promise<void> {
  const create = async (path: string, record: object) => recordsOf(await call('POST', path, { resource: [record] }))[0]
  const described = { type: 'local_file', config: { container: 'many' } }
  const service = await create('system/service', { name: 'many', label: 'Many', is_active: true, ...described })
  const access = { service_id: service?.id, component: '*', verb_mask: 1, requestor_mask: 1, filters: [] }
  const role = await create('system/role', { name: 'Many', is_active: true, role_service_access_by_role_id: [access] })
  const app = await create('system/app', { name: 'many', is_active: true, type: 0, role_id: role?.id })
  const assigned = { user_to_app_to_role_by_user_id: [{ app_id: app?.id, role_id: role?.id }] }
  await create('system/user', { name: 'Many', email: 'many@example.com', first_name: 'Many', ...assigned })
  await call('POST', 'system/event_script/many.get.pre_process', {
    name: 'many.get.pre_process',
    type: 'nodejs',
    content: 'event.request.parameters.many = 1',
    is_active: true,
    allow_event_modification: true,
  })
}
