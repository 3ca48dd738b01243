import type { Schema } from '@millwright/connector/openapi/openapi'
import { type Describe, members, operation, queryParameter } from '@millwright/connector/openapi/operation'
import { dataActions } from '@millwright/contract/records/data-history'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const whole: Schema = { type: 'integer' }
const flag: Schema = { type: 'boolean' }
const texts: Schema = { type: 'array', items: text }

const row = members({
  service: text,
  table: text,
  record_id: text,
  action: { type: 'string', enum: [...dataActions], description: 'Action on the row.' },
  fields: texts,
  lost: { ...texts, description: 'Columns whose values were too long to be stored.' },
})
const conflict = members({ service: text, table: text, record_id: textOrNull, message: text, fields: texts })

/** Operations of `system/data_history` besides reads (docs/wire/data-history.md). */
export const dataHistoryPaths: Describe = (below, named) => ({
  [`${below}/revert`]: {
    post: operation(`revert${named}DataHistory`, 'Undo changes of rows', {
      parameters: [
        queryParameter('preview', 'Returns a preview, without changes.', flag),
        queryParameter('continue', 'Skips rows that were changed later, and restores the others.', flag),
      ],
      body: members({
        ids: { type: 'array', items: whole, description: 'The entries to undo; or:' },
        write_id: { ...text, description: 'All of one call, or of one import.' },
      }),
      answer: members({
        count: whole,
        rows: { type: 'array', items: row },
        conflict_count: whole,
        conflicts: { type: 'array', items: conflict },
      }),
    }),
  },
})
