import { appFields, appType } from '@millwright/contract/records/app'
import { corsFields } from '@millwright/contract/records/cors'
import { eventScriptFields } from '@millwright/contract/records/event-script'
import { limitFields } from '@millwright/contract/records/limit'
import { lookupFields } from '@millwright/contract/records/lookup'
import { emailTemplateFields } from '@millwright/contract/records/mail'
import { userFields } from '@millwright/contract/records/person'
import { roleFields } from '@millwright/contract/records/role'
import { schedulerFields } from '@millwright/contract/records/scheduler'
import { serviceFields } from '@millwright/contract/records/service'
import { type Api, recordsOf } from './api.ts'
import type { Shown } from './furnish.ts'
import { furnishForPrograms } from './hostile-programs.ts'
import { callOf, hostileRecord, hostileText } from './hostile-texts.ts'

/** Names that are valid; records whose names are restricted have one of these. */
export const hostileNames = {
  database: 'hostile',
  table: `t<svg onload=${callOf('table')}>`,
  column: `c"onfocus=${callOf('column')}`,
  remote: 'described',
  event: 'db._schema.get.pre_process',
  folder: `f<svg onload=${callOf('folder')}>`,
  file: `n<img src=x onerror=${callOf('file')}>.txt`,
  picture: `"onload=${callOf('picture')} x=.svg`,
} as const

/**
 * Creates a record of every kind with hostile texts in all its fields, as an administrator or a client could. `sink`: a foreign address
 * that pages showing the records must not request. `url`: of the instance.
 */
export async function furnishHostile(api: Api, sink: string, url: string): Promise<Shown> {
  const call = async (verb: string, path: string, body?: unknown) => {
    const answer = await api.call(verb, path, body)
    if (answer.status >= 300) throw new Error(`${verb} ${path} gave ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const made = async (collection: string, record: object, query = '') => {
    const [created] = recordsOf(await call('POST', `system/${collection}?fields=*${query}`, { resource: [record] }))
    return Number(created?.id)
  }
  const serviceId = async (name: string) =>
    Number(recordsOf(await call('GET', `system/service?filter=name="${name}"`))[0]?.id)
  const lookups = (tag: string) => [{ ...hostileRecord(lookupFields, tag), name: 'key' }]

  const service = (name: string, more: object) =>
    // Tags are removed from labels.
    made('service', {
      ...hostileRecord(serviceFields, 'service'),
      label: `"onfocus=${callOf('service')}`,
      name,
      is_active: true,
      ...more,
    })
  const database = await service(hostileNames.database, { type: 'sqlite', config: { database: 'hostile.sqlite' } })
  const remote = await service(hostileNames.remote, {
    type: 'rws',
    config: {
      base_url: `${sink}/base`,
      parameters: [{ name: hostileText('service', 64), value: hostileText('service'), verb_mask: 1 }],
    },
    service_doc_by_service_id: { format: 0, content: JSON.stringify(hostileDefinition(sink)) },
  })
  await service('way_in', {
    label: `"onfocus=${callOf('provider')}`,
    type: 'oauth_github',
    config: { client_id: hostileText('provider'), client_secret: 'x', redirect_url: 'https://example.com/' },
  })
  const field = {
    name: hostileNames.column,
    type: 'string',
    length: 255,
    allow_null: true,
    label: hostileText('column', 64),
    description: hostileText('column'),
    picklist: [hostileText('choice', 64)],
  }
  const table = {
    name: hostileNames.table,
    label: hostileText('table', 64),
    plural: hostileText('table', 64),
    description: hostileText('table'),
    field: [{ name: 'id', type: 'id' }, field, { name: 'body', type: 'text', allow_null: true }],
  }
  await call('POST', `${hostileNames.database}/_schema`, { resource: [table] })
  const row = { [hostileNames.column]: hostileText('row'), body: hostileText('row', 1000) }
  await call('POST', `${hostileNames.database}/_table/${encodeURIComponent(hostileNames.table)}`, { resource: [row] })

  const right = { service_id: database, verb_mask: 3, requestor_mask: 1 }
  const filters = [{ name: hostileNames.column, operator: '=', value: hostileText('role') }]
  const rules = [
    { ...right, component: hostileText('role') },
    { ...right, component: `_table/${hostileNames.table}/*`, filters },
  ]
  const role = await made('role', {
    ...hostileRecord(roleFields, 'role'),
    is_active: true,
    role_service_access_by_role_id: rules,
    lookup_by_role_id: lookups('role'),
  })
  const app = await made('app', {
    ...hostileRecord(appFields, 'app'),
    api_key: undefined,
    kind: 'app',
    type: appType.url,
    url: `https://example.com/${hostileText('app')}`,
    toggle_location: 'top',
    is_active: true,
    role_id: role,
  })
  const person = (tag: string) => ({
    ...hostileRecord(userFields, tag),
    username: hostileText(tag, 40),
    email: `${tag}'onfocus=x'@example.com`,
    lookup_by_user_id: lookups(tag),
  })
  const roles = [{ app_id: app, role_id: role }]
  const user = await made(
    'user',
    { ...person('user'), user_to_app_to_role_by_user_id: roles, security_answer: 'x' },
    '&send_invite=true',
  )
  const admin = await made('admin', person('admin'))
  const { name, first_name, last_name, phone } = hostileRecord(userFields, 'self')
  await call('PATCH', 'system/admin/profile', { name, first_name, last_name, phone })

  await call('POST', `files/${encodeURIComponent(hostileNames.folder)}/`)
  const files = [
    { name: hostileNames.file, type: 'file', content: hostileText('content') },
    { name: 'page.html', type: 'file', content: `<script>${callOf('content')}</script>` },
    {
      name: hostileNames.picture,
      type: 'file',
      content: `<svg xmlns="http://www.w3.org/2000/svg" onload="${callOf('content')}"><script>${callOf('content')}</script></svg>`,
    },
  ]
  await call('POST', `files/${encodeURIComponent(hostileNames.folder)}/`, { resource: files })

  const template = await made('email_template', {
    ...hostileRecord(emailTemplateFields, 'template'),
    from_email: 'a@example.com',
    reply_to_email: 'b@example.com',
    to: [{ name: hostileText('template', 64), email: 'c@example.com' }],
    body_html: hostilePage('template', sink),
    defaults: { [hostileText('template', 64)]: hostileText('template') },
  })
  await call('POST', 'email', {
    to: { name: hostileText('mail', 64), email: 'd@example.com' },
    subject: hostileText('mail'),
    body_text: hostileText('mail'),
    body_html: hostilePage('mail', sink),
    from_name: hostileText('mail', 64),
  })

  await call('POST', `system/event_script/${hostileNames.event}`, {
    ...hostileRecord(eventScriptFields, 'script'),
    name: hostileNames.event,
    type: 'nodejs',
    content: `// ${hostileText('script')}\nthrow new Error(${JSON.stringify(hostileText('thrown'))})`,
    config: JSON.stringify({ text: hostileText('script') }),
    is_active: true,
    storage_path: null,
    scm_repository: null,
    scm_reference: null,
  })
  const task = await made('scheduler', {
    ...hostileRecord(schedulerFields, 'task'),
    service_id: await serviceId('files'),
    component: `${hostileText('task', 64)}`,
    verb: 'POST',
    payload: JSON.stringify({ text: hostileText('task') }),
    cron: null,
    frequency: 1000,
  })
  const failing = { name: 'Failing', service_id: await serviceId('db'), component: '_schema', frequency: 1000 }
  const failed = await made('scheduler', failing)
  for (const id of [task, failed]) await call('POST', `system/scheduler/${id}/run`)

  await call('POST', 'system/custom', {
    resource: [
      { name: 'millwright', value: { name: hostileText('instance', 60), colour: 'red"onload=x', readOnly: false } },
      {
        name: 'home_links',
        value: JSON.stringify([{ name: hostileText('link', 64), template: `javascript:${callOf('link')}` }]),
      },
    ],
  })
  return {
    ...(await furnishForPrograms({ made, call, serviceId, url })),
    database,
    remote,
    role,
    app,
    user,
    admin,
    template,
    task,
    failed,
    cors: await made('cors', { ...hostileRecord(corsFields, 'cors'), origin: '*', method: ['GET'] }),
    lookup: await made('lookup', { ...hostileRecord(lookupFields, 'lookup'), name: 'hostile_key' }),
    limit: await made('limit', {
      ...hostileRecord(limitFields, 'limit'),
      type: 'instance.service.endpoint',
      service_id: database,
      endpoint: hostileText('limit', 64),
      rate: 100_000,
      period: 'day',
      verb: 'GET',
    }),
  }
}

/** Returns HTML that runs scripts and requests other hosts in every way known from mails. */
function hostilePage(tag: string, sink: string): string {
  const call = callOf(tag)
  return [
    `<style>@import url(${sink}/import); p { background: url(${sink}/background) }</style>`,
    `<link rel="stylesheet" href="${sink}/sheet"><base href="${sink}/"><meta http-equiv="refresh" content="0;url=${sink}/refresh">`,
    `<img src="${sink}/picture" onerror="${call}"><img srcset="${sink}/set 2x"><video poster="${sink}/poster" autoplay></video>`,
    `<svg onload="${call}"><script>${call}</script><image href="${sink}/image"/></svg>`,
    `<script src="${sink}/script"></script><script>parent.${call}</script><object data="${sink}/object"></object>`,
    `<iframe srcdoc="<script>top.${call}</script>"></iframe><iframe src="javascript:top.${call}"></iframe>`,
    `<form action="javascript:${call}"><input autofocus onfocus="${call}"><button>x</button></form>`,
    `<details open ontoggle="${call}">x</details><p style="background-image:url(${sink}/style)">${tag}</p>`,
    `<a href="javascript:top.${call}">link</a>`,
  ].join('\n')
}

/** Returns an OpenAPI definition of a service with hostile texts in every text field. */
function hostileDefinition(sink: string): object {
  const text = `${hostileText('definition', 1000)}\n\n![x](${sink}/markdown) <img src=${sink}/html> [x](${`javascript:${callOf('definition')}`})`
  const name = hostileText('definition', 64)
  const schema = {
    type: 'object',
    title: name,
    description: text,
    required: [name],
    properties: { [name]: { type: 'string', description: text, enum: [name], default: name, example: text } },
  }
  return {
    openapi: '3.0.3',
    info: { title: name, description: text, version: name, termsOfService: `javascript:${callOf('definition')}` },
    externalDocs: { url: `javascript:${callOf('definition')}`, description: text },
    tags: [{ name, description: text }],
    paths: {
      [`/${name}`]: {
        post: {
          operationId: 'hostile',
          summary: name,
          description: text,
          tags: [name],
          externalDocs: { url: `javascript:${callOf('definition')}` },
          parameters: [
            { name, in: 'query', description: text, schema: { type: 'string', default: name }, example: text },
          ],
          requestBody: { description: text, content: { 'application/json': { schema, example: { [name]: text } } } },
          responses: { 200: { description: text, content: { 'application/json': { schema } } } },
        },
      },
    },
  }
}
