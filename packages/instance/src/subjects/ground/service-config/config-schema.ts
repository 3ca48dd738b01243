import type {
  ChoiceSource,
  ConfigChoice,
  ConfigField,
  ConfigFields,
} from '@millwright/contract/service-config/config-field'
import type { ConfigSchemaEntry } from '@millwright/contract/wire/services'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Db } from '../../../store/store.ts'

/** Options of settings that refer to rows of the instance. */
export type Choices = Readonly<Record<ChoiceSource, readonly ConfigChoice[]>>

export const noChoices: Choices = { app: [], role: [], email_service: [], email_template: [] }

const tables = { app: 'app', role: 'role', email_service: 'service', email_template: 'email_template' } as const
const none: ConfigChoice = { name: null, label: 'None' }

/** The settings of a kind in their API form: one entry each, in order (docs/wire/services.md). */
export function configSchema(fields: ConfigFields, choices: Choices): ConfigSchemaEntry[] {
  return Object.entries(fields).map(([name, field]) => entry(name, field, choices))
}

function entry(name: string, field: ConfigField, choices: Choices): ConfigSchemaEntry {
  const { type, source, items, object, columns, legend } = field
  const isList = type === 'array' || type === 'multi_picklist'
  const values = source === undefined ? field.values : [...(field.required ? [] : [none]), ...choices[source]]
  return {
    name,
    label: field.label ?? wordsOf(name),
    description: field.description ?? null,
    type,
    length: field.max ?? (type === 'string' ? 255 : null),
    default: isList ? null : (field.default ?? null),
    required: field.required === true,
    allow_null: field.required !== true && (isList || field.default === undefined),
    ...(values === undefined ? {} : { values: [...values] }),
    ...(source === undefined ? {} : { ref_table: tables[source], ref_field: 'id' }),
    ...(items === undefined ? {} : { items: items === 'string' ? items : configSchema(items, choices) }),
    ...(object === undefined ? {} : { object }),
    ...(columns === undefined ? {} : { columns }),
    ...(legend === undefined ? {} : { legend }),
  }
}

function wordsOf(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

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
