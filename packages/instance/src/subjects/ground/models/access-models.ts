import { accessRequestFields } from '@millwright/contract/records/access-request'
import { accessTokenFields } from '@millwright/contract/records/access-token'
import { connectedClientFields } from '@millwright/contract/records/connected-client'
import { isoMicros } from '../../../platform/clock.ts'
import { declareTable } from '../../../records/system/declared-table.ts'

const nameOf = (table: 'user' | 'app' | 'service', column: string) =>
  `(SELECT "named"."name" FROM "${table}" AS "named" WHERE "named"."id" = "access_request"."${column}")`

/** Requests for access, and what was granted (docs/wire/access-requests.md). */
export const accessRequest = declareTable({
  table: 'access_request',
  label: 'Access Request',
  audit: 'dates',
  fields: accessRequestFields,
  authority: 'instance',
  columns: {
    subject: { stored: false, select: `CASE WHEN "user_id" IS NULL THEN 'app' ELSE 'user' END` },
    subject_name: { stored: false, select: `coalesce(${nameOf('user', 'user_id')}, ${nameOf('app', 'app_id')})` },
    service: { stored: false, select: nameOf('service', 'service_id') },
    decided_by: { stored: false, select: nameOf('user', 'decided_by_id') },
  },
})

const ofOther = (column: string, table: string, key: string) =>
  `(SELECT "other"."${column}" FROM "${table}" AS "other" WHERE "other"."id" = "oauth_grant"."${key}")`

/** Clients with the rights that a person granted them (docs/wire/oauth.md). */
export const connectedClient = declareTable({
  table: 'oauth_grant',
  auditedAs: 'connected_client',
  label: 'Connected Client',
  audit: 'none',
  fields: connectedClientFields,
  authority: 'instance',
  columns: {
    service_name: { stored: false, select: ofOther('name', 'service', 'service_id') },
    user_email: { stored: false, select: ofOther('email', 'user', 'user_id') },
    expires_date: { stored: false, select: '"expires"', read: (expires) => isoMicros(Number(expires) * 1000) },
  },
})

/** Credentials of administrators for programs (docs/wire/access-tokens.md). Their hashes are in no record. */
export const accessToken = declareTable({
  table: 'access_token',
  label: 'Access Token',
  audit: 'none',
  fields: accessTokenFields,
  authority: 'instance',
  columns: {
    user_email: {
      stored: false,
      select: '(SELECT "owner"."email" FROM "user" AS "owner" WHERE "owner"."id" = "access_token"."user_id")',
    },
  },
})
