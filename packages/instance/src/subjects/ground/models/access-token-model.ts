import { accessTokenFields } from '@millwright/contract/records/access-token'
import { declareTable } from '../../../records/system/declared-table.ts'

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
