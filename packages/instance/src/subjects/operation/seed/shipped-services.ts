import type { Insertable } from 'kysely'
import type { ServiceTable } from '../../../store/service-tables.ts'

interface ShippedService {
  readonly name: string
  readonly type: string
  readonly label: string
  readonly description: string
  readonly mutable: boolean
  readonly deletable: boolean
  readonly config: Readonly<Record<string, unknown>>
}

/** File name of the sample database, in the folder of databases. */
export const sampleDatabase = 'sample.sqlite'

const free = { mutable: true, deletable: true }

/** In the order of their ids; the settings of `system` and `user` refer to others and are set afterwards. */
const shipped: readonly ShippedService[] = [
  {
    name: 'system',
    type: 'system',
    label: 'System',
    description: 'Administers the instance: people, roles, apps, services and settings.',
    mutable: false,
    deletable: false,
    config: {},
  },
  {
    name: 'api_docs',
    type: 'swagger',
    label: 'API Docs',
    description: 'Describes the APIs of all services as OpenAPI documents.',
    mutable: false,
    deletable: false,
    config: {},
  },
  {
    name: 'files',
    type: 'local_file',
    label: 'Files',
    description: 'Files and folders stored on this instance.',
    ...free,
    config: { container: 'files', public_path: [] },
  },
  {
    name: 'logs',
    type: 'local_file',
    label: 'Logs',
    description: 'The log files of this instance.',
    ...free,
    config: { container: 'logs', public_path: [] },
  },
  {
    name: 'db',
    type: 'sqlite',
    label: 'Database',
    description: 'A SQLite database that belongs to this instance.',
    ...free,
    config: { database: 'db.sqlite' },
  },
  {
    name: 'email',
    type: 'local_email',
    label: 'Email',
    description: 'Sends mail; until a mail server is set up, keeps it in the outbox.',
    ...free,
    config: {
      from_name: 'Millwright',
      from_email: 'no-reply@example.com',
      reply_to_name: null,
      reply_to_email: null,
    },
  },
  {
    name: 'user',
    type: 'user',
    label: 'Users',
    description: 'Lets users sign in, register and manage their account.',
    mutable: true,
    deletable: false,
    config: {},
  },
]

/** Separate from `db`, which stays empty for the user's own tables. */
const sample: ShippedService = {
  name: 'sample',
  type: 'sqlite',
  label: 'Sample Database',
  description: 'The customers, products and orders of a small workshop, to try things on. Delete it when you are done.',
  ...free,
  config: { database: sampleDatabase },
}

/** The services of a new instance. `date`: for `created_date`; `withSample`: whether to include the sample. */
export function shippedServices(date: string, withSample: boolean): Insertable<ServiceTable>[] {
  return [...shipped, ...(withSample ? [sample] : [])].map((service) => row(service, date))
}

export interface MailIds {
  readonly service: number
  readonly inviteTemplate: number
  readonly registrationTemplate: number
  readonly passwordTemplate: number
}

/** The settings of the services that send mail, by service name. */
export function mailSettings(ids: MailIds): Record<'system' | 'user', Record<string, unknown>> {
  const mails = {
    invite_email_service_id: ids.service,
    invite_email_template_id: ids.inviteTemplate,
    password_email_service_id: ids.service,
    password_email_template_id: ids.passwordTemplate,
  }
  return {
    system: { ...mails, default_app_id: null },
    user: {
      allow_open_registration: false,
      open_reg_role_id: null,
      open_reg_email_service_id: ids.service,
      open_reg_email_template_id: ids.registrationTemplate,
      app_role_map: [],
      ...mails,
    },
  }
}

function row(service: ShippedService, date: string): Insertable<ServiceTable> {
  return {
    ...service,
    is_active: 1,
    mutable: service.mutable ? 1 : 0,
    deletable: service.deletable ? 1 : 0,
    config: JSON.stringify(service.config),
    created_date: date,
    last_modified_date: date,
  }
}
