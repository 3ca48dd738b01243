import { type AuthorityClass, authorityClasses, settingClass } from '@millwright/contract/access/authority'
import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import type { ServiceKind } from '@millwright/instance/gateway/service-kind'
import type { DeclaredTable } from '@millwright/instance/records/system/declared-table'
import type { Relation } from '@millwright/instance/records/system/relation'
import { hasClass, namesIn } from '@millwright/instance/records/system/table-authority'
import { createServiceKinds } from '@millwright/instance/service-kinds'
import { app } from '@millwright/instance/subjects/ground/models/app-model'
import { cors } from '@millwright/instance/subjects/ground/models/cors-model'
import {
  customApi,
  customApiEndpoint,
  customApiSource,
} from '@millwright/instance/subjects/ground/models/custom-api-model'
import { dataView } from '@millwright/instance/subjects/ground/models/data-view-model'
import { emailTemplate } from '@millwright/instance/subjects/ground/models/email-template-model'
import { eventScript } from '@millwright/instance/subjects/ground/models/event-script-model'
import { limit } from '@millwright/instance/subjects/ground/models/limit-model'
import { lookupOf } from '@millwright/instance/subjects/ground/models/lookup-model'
import { admin, peopleWhoWrote, user } from '@millwright/instance/subjects/ground/models/person-model'
import { appRole, role, roleAdldap, roleServiceAccess } from '@millwright/instance/subjects/ground/models/role-model'
import { service, serviceDoc } from '@millwright/instance/subjects/ground/models/service-model'
import { schedulerTask } from '@millwright/instance/subjects/ground/models/task-model'
import { webhook } from '@millwright/instance/subjects/ground/models/webhook-model'
import { schedulerDeclaration } from '@millwright/instance/subjects/integrations/scheduler/scheduler-resource'
import { eventScriptDeclaration } from '@millwright/instance/subjects/integrations/scripts/event-script'
import { deliveryDeclaration } from '@millwright/instance/subjects/integrations/webhooks/webhooks'
import { custom } from '@millwright/instance/subjects/operation/configuration/custom'
import { limitedRelations } from '@millwright/instance/subjects/operation/limits/limits'
import { createTravellingTypes } from '@millwright/instance/system-resources'

/** The tables that callers write. */
export const writtenTables: readonly DeclaredTable[] = [
  admin,
  app,
  appRole,
  cors,
  custom.declared,
  dataView,
  emailTemplate,
  eventScript,
  limit,
  lookupOf('role_id'),
  customApi,
  customApiEndpoint,
  customApiSource,
  role,
  roleAdldap,
  roleServiceAccess,
  schedulerTask,
  service,
  serviceDoc,
  user,
  webhook,
]

const travelling = createTravellingTypes([], createServiceKinds()).all.map(({ declaration }) => declaration)

/** The relations of each resource that has any. */
const relationsByRecords: Readonly<Record<string, readonly Relation[]>> = {
  ...Object.fromEntries(
    [...travelling, eventScriptDeclaration, schedulerDeclaration, deliveryDeclaration].map(({ name, relations }) => [
      name,
      relations,
    ]),
  ),
  limit: [...limitedRelations, ...peopleWhoWrote],
  webhook: peopleWhoWrote,
}

const reservedTypes = {
  always: 'Only full administrators set up and change services of this type.',
  existing: 'Only full administrators change services of this type that exist.',
  'of full administrators': 'Only full administrators change services of this type that one of them set up.',
} as const

/** Generates docs/security/authority.md from the declarations of tables and types of service. */
export function authorityPage(): string {
  return [
    '# What writing confers',
    '',
    'Generated from the declarations, as described in [ADR 26](../adr/0026-authority.md). Whoever may write a record may write a field, except as its class says. Full administrators may write everything; with an app password or an access token, they are treated like others.',
    '',
    '| Class | What it confers, and who may write it |',
    '| --- | --- |',
    ...Object.entries(authorityClasses).map(([name, meaning]) => line([`*${name}*`, meaning])),
    '',
    '## Records',
    '',
    '| Records | Class | Fields |',
    '| --- | --- | --- |',
    ...writtenTables.flatMap(rowsOfTable),
    '',
    'Some records are reserved as a whole, because of what they are: templates whose emails contain codes, scripts and webhooks at events of `system` and `user`, and services by their type, as follows.',
    '',
    '## Relations',
    '',
    'What a relation (`related`) reveals is read with the rights of the caller at its target: shown are the records, and of them the fields, that a `GET` there would show. Parts of a record are shown to everyone who is shown the record.',
    '',
    '| Records | Relation | Shown to those who may read |',
    '| --- | --- | --- |',
    ...Object.entries(relationsByRecords).flatMap(rowsOfRelations),
    '',
    '## Settings of services',
    '',
    '| Type | Class | Settings |',
    '| --- | --- | --- |',
    ...createServiceKinds().all.flatMap(rowsOfKind),
    '',
    'All settings that a connector of another maker declares no class for are *reserved*.',
    '',
  ].join('\n')
}

function rowsOfRelations([records, relations]: readonly [string, readonly Relation[]]): string[] {
  const places = ({ readAt }: Relation) =>
    readAt === 'owner' ? 'the record' : readAt.places.map(({ name }) => `\`${name}\``).join(' or ')
  const byPlace = Map.groupBy(relations, places)
  return [...byPlace].map(([place, some]) =>
    line([`\`${records}\``, some.map(({ name }) => `\`${name}\``).join(', '), place]),
  )
}

function rowsOfTable({ table, auditedAs, columns, authority }: DeclaredTable): string[] {
  const written = columns.filter(({ field }) => field.mode !== 'readOnly')
  return grouped(`\`${auditedAs ?? table}\``, (name) =>
    written
      .filter((column) => hasClass(authority?.columns[column.name], name))
      .map((column) => {
        const named = name === 'names' ? namesIn(authority?.columns[column.name]) : []
        return `\`${column.name}\`${named.length === 0 ? '' : ` (${named.join(', ')})`}`
      }),
  )
}

function rowsOfKind({ name, config, reserved }: ServiceKind): string[] {
  const rows = grouped(`\`${name}\``, (wanted) => settingsOf(config ?? {}, wanted))
  return reserved === undefined ? rows : [line([`\`${name}\``, '*reserved*', reservedTypes[reserved]]), ...rows]
}

function settingsOf(fields: ConfigFields, wanted: AuthorityClass, within = ''): string[] {
  return Object.entries(fields).flatMap(([name, { authority, items }]) => {
    const own = settingClass(authority) === wanted ? [`\`${within}${name}\`${exceptionOf(authority)}`] : []
    // A column of the same class as its setting says nothing more.
    const inner = typeof items === 'object' && own.length === 0 ? settingsOf(items, wanted, `${within}${name}.`) : []
    return [...own, ...inner]
  })
}

function exceptionOf(authority: ConfigFields[string]['authority']): string {
  if (typeof authority !== 'object') return ''
  const [what, values] =
    'addresses' in authority ? ['', authority.addresses] : ['except ', authority.reservedExcept.map(String)]
  return ` (${what}${values.map((value) => `\`${value}\``).join(', ')})`
}

function grouped(subject: string, fieldsOf: (name: AuthorityClass) => readonly string[]): string[] {
  const classes = Object.keys(authorityClasses) as AuthorityClass[]
  return classes.flatMap((name) => {
    const fields = fieldsOf(name)
    return fields.length === 0 ? [] : [line([subject, `*${name}*`, fields.join(', ')])]
  })
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
