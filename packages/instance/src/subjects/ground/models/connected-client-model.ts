import { connectedClientFields } from '@millwright/contract/records/connected-client'
import { isoMicros } from '../../../platform/clock.ts'
import { declareTable } from '../../../records/system/declared-table.ts'

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
