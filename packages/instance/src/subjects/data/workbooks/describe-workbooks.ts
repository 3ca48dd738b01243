import type { ApiDescription, Schema } from '@millwright/connector/openapi/openapi'
import {
  listOf,
  members,
  operation,
  pascal,
  pathParameter,
  queryParameter,
} from '@millwright/connector/openapi/operation'

const text: Schema = { type: 'string' }
const whole: Schema = { type: 'integer' }
const truth: Schema = { type: 'boolean' }
const book = pathParameter('spreadsheet_name', 'Name of the file.')
const sheet = pathParameter('worksheet_name', 'Name of the sheet.')

const asked = [
  queryParameter('first_row_headers', 'Whether the first row names the columns; true by default.', truth),
  queryParameter('skip_empty_rows', 'Skips rows without values; true by default.', truth),
  queryParameter('fields', 'Columns to return.'),
  queryParameter('limit', 'Maximum number of rows; 1000 by default.', whole),
  queryParameter('offset', 'Rows to skip.', whole),
  queryParameter('include_count', 'Adds the total number of rows.', truth),
]

/** Describes a service of type `excel` (docs/wire/workbooks.md). */
export function describeWorkbooks(service: string): ApiDescription {
  const name = pascal(service)
  const row: Schema = { type: 'object', additionalProperties: {} }
  return {
    paths: {
      '/_spreadsheet': {
        get: operation(`get${name}Workbooks`, 'List the workbooks', {
          answer: listOf(members({ name: text, content_length: whole, last_modified: text })),
        }),
      },
      '/_spreadsheet/{spreadsheet_name}': {
        get: operation(`get${name}Sheets`, 'List the sheets of a workbook', {
          parameters: [book],
          answer: listOf(members({ name: text })),
        }),
      },
      '/_spreadsheet/{spreadsheet_name}/{worksheet_name}': {
        get: operation(`get${name}Rows`, 'Read the rows of a sheet', {
          parameters: [book, sheet, ...asked],
          answer: listOf(row, { meta: members({ count: whole, next: whole }) }),
          asFile: true,
        }),
      },
    },
    components: {},
  }
}
