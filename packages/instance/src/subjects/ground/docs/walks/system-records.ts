export interface Records {
  readonly fresh: Readonly<Record<string, unknown>>
  readonly change: Readonly<Record<string, unknown>>
  readonly key?: string
}

/** Ids of what exists before the walk. */
export interface Place {
  readonly serviceId: number
  readonly databaseId: number
  readonly roleId: number
  readonly appId: number
  readonly personId: number
  /** A custom API. */
  readonly apiId: number
}

/** Records to create and change, by resource. */
export const recordsAt = ({
  serviceId,
  databaseId,
  roleId,
  appId,
  personId,
  apiId,
}: Place): Readonly<Record<string, Records>> => ({
  admin: {
    fresh: {
      email: 'new.admin@example.test',
      name: 'New',
      password: 'secret of a new one',
      lookup_by_user_id: [{ name: 'a', value: 'b' }],
    },
    change: { first_name: 'Ann', security_question: 'Which?', security_answer: 'That' },
  },
  user: {
    fresh: {
      email: 'new.user@example.test',
      name: 'New',
      password: 'secret of a new one',
      user_to_app_to_role_by_user_id: [{ app_id: appId, role_id: roleId }],
    },
    change: { phone: '123', default_app_id: appId },
  },
  role: {
    fresh: {
      name: 'clerk',
      is_active: true,
      role_service_access_by_role_id: [
        { service_id: databaseId, component: '*', verb_mask: 1, filters: [{ name: 'a', operator: '=', value: 'b' }] },
      ],
      lookup_by_role_id: [{ name: 'a', value: 'b', private: true }],
    },
    change: { description: 'Reads' },
  },
  app: {
    fresh: { name: 'shop', type: 2, url: 'https://shop.example.test', role_id: roleId },
    change: { is_active: true },
  },
  service: {
    fresh: {
      name: 'more',
      label: 'More',
      type: 'sqlite',
      is_active: true,
      config: { database: 'more.sqlite' },
      service_doc_by_service_id: { format: 0, content: '{"openapi":"3.0.3","paths":{}}' },
    },
    change: { description: 'More tables', config: { max_records: 50 } },
  },
  cors: {
    fresh: { path: 'api/more', origin: '*', method: ['GET', 'POST'], max_age: 3 },
    change: { enabled: false, header: 'x-a', exposed_header: 'x-b', supports_credentials: false },
  },
  data_view: {
    fresh: {
      service_id: serviceId,
      table: 'customer',
      name: 'Mine',
      order: 'name DESC',
      shared: true,
      filter: [{ field: 'name', operator: 'contains', value: 'a' }],
      fields: ['id', 'name'],
    },
    change: { filter: null, fields: null },
  },
  custom_api: {
    fresh: { name: 'composed', base_path: 'composed', label: 'Composed', metadata: { a: 1 }, sunset: '2030-01-31' },
    change: { description: 'Of calls', version: '1.0.0' },
  },
  custom_api_source: { fresh: { api_id: apiId, service_id: serviceId }, change: { service_id: serviceId } },
  custom_api_endpoint: {
    fresh: { api_id: apiId, method: 'GET', path: '/x', execution_plan: { steps: [{ service: 'db', resource: '' }] } },
    change: { label: 'X', is_active: false, response_mapping: { x: '{steps.step_0}' } },
  },
  lookup: { fresh: { name: 'word', value: 'said', private: true }, change: { description: 'Said' } },
  email_template: {
    fresh: { name: 'hello', to: 'a@example.test', subject: 'Hello', body_text: 'World', defaults: { a: 'b' } },
    change: { cc: [{ name: 'B', email: 'b@example.test' }], attachment: 'a.pdf', from_email: 'c@example.test' },
  },
  webhook: {
    fresh: { name: 'told', url: 'https://example.test/hook', events: ['files.*'] },
    change: { include_data: true, is_active: false },
  },
  limit: {
    fresh: {
      name: 'slow',
      type: 'instance.user.service',
      rate: 1000,
      period: 'day',
      user_id: personId,
      service_id: serviceId,
    },
    change: { description: 'Slowly', verb: 'GET' },
  },
  scheduler: {
    fresh: { name: 'nightly', service_id: serviceId, verb_mask: 1, frequency: 60, is_active: false },
    change: { description: 'By night', payload: '{"a":1}' },
  },
  event_script: {
    fresh: { name: 'system.role.get.pre_process', type: 'nodejs', content: 'event.request', is_active: true },
    change: { content: 'return', allow_event_modification: true },
    key: 'name',
  },
  custom: { fresh: { name: 'own', value: { a: [1, null] } }, change: { value: 'text' }, key: 'name' },
})
