import type { ConfigChoice } from '@millwright/contract/service-config/config-field'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Db } from '../../../store/store.ts'
import type { Choices } from './config-schema.ts'

/** Most options per list; ids beyond them are still accepted. */
const longest = 1_000

/** The active apps, roles and mail services and the mail templates, by name. */
export async function readChoices(db: Db, kinds: ServiceKinds): Promise<Choices> {
  const mailTypes = kinds.all.filter(({ group }) => group === 'Email').map(({ name }) => name)
  const [app, role, services, templates] = await Promise.all([
    db.selectFrom('app').select(['id', 'name']).where('is_active', '=', 1).orderBy('name').limit(longest).execute(),
    db.selectFrom('role').select(['id', 'name']).where('is_active', '=', 1).orderBy('name').limit(longest).execute(),
    db
      .selectFrom('service')
      .select(['id', 'name'])
      .where('type', 'in', mailTypes)
      .where('is_active', '=', 1)
      .orderBy('name')
      .limit(longest)
      .execute(),
    db.selectFrom('email_template').select(['id', 'name']).orderBy('name').limit(longest).execute(),
  ])
  return {
    app: app.map(choice),
    role: role.map(choice),
    email_service: services.map(choice),
    email_template: templates.map(choice),
  }
}

function choice({ id, name }: { readonly id: number; readonly name: string }): ConfigChoice {
  return { name: id, label: name }
}
