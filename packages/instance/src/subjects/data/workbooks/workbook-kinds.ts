import { numberSetting, textSetting } from '@millwright/connector/config-values'
import type { EventPath } from '@millwright/connector/declaration'
import { type FileStorage, isSingle, joined, pathNames } from '@millwright/connector/files/file-storage'
import {
  type ApiDescription,
  listOf,
  members,
  operation,
  pascal,
  pathParameter,
  queryParameter,
  type Schema,
} from '@millwright/connector/openapi'
import { Problem } from '@millwright/contract/problem'
import { excelConfig } from '@millwright/contract/service-config/script'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Service } from '../../../gateway/service.ts'
import { type ServiceKind, type ServiceParts, serviceKind } from '../../../gateway/service-kind.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import type { Workbook } from './workbook.ts'

const root = '_spreadsheet'
const workbookName = /\.(?:xlsx|xlsm|xltx|xltm)$/i

/** Exposes the workbooks in a folder of a file service as lists of rows (docs/wire/workbooks.md). */
function createWorkbookService({ row, config, host }: ServiceParts): Service {
  const folder = (pathNames(textSetting(config, 'storage_container') ?? '') ?? []).join('/')

  async function storage(): Promise<FileStorage> {
    const id = numberSetting(config, 'storage_service_id')
    const service = id === null ? null : await host.serviceById(id)
    const found = service === null ? null : await host.parts.storageOf(service.name)
    if (found === null) throw new Problem(503, `The service '${row.name}' names no file service.`)
    return found
  }

  async function workbooks(): Promise<{ name: string; content_length: number; last_modified: string | null }[]> {
    const entries = (await (await storage()).list(folder)) ?? []
    return entries
      .filter(({ name, type }) => type === 'file' && workbookName.test(name) && !name.startsWith('~$'))
      .map(({ name, size, modified }) => ({
        name,
        content_length: size,
        last_modified: modified === null ? null : new Date(modified).toUTCString(),
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  async function opened(name: string): Promise<Workbook> {
    const path = pathNames(joined(folder, name))
    const isOne = isSingle(name) && path !== null && workbookName.test(name)
    const { Workbook } = await import('./workbook.ts')
    const workbook = isOne ? await Workbook.open(await storage(), path.join('/')) : null
    if (workbook === null) throw new Problem(404, `There is no workbook '${name}'.`)
    return workbook
  }

  async function sheetsOf(name: string): Promise<ApiResponse> {
    const workbook = await opened(name)
    return { status: 200, body: { resource: workbook.sheets.map((sheet) => ({ name: sheet.name })) } }
  }

  async function rowsOf(name: string, sheetName: string, { params }: ApiRequest): Promise<ApiResponse> {
    const { readSheet, sheetQuery } = await import('./read-sheet.ts')
    const query = sheetQuery(params)
    const workbook = await opened(name)
    const sheet = workbook.sheets.find((each) => each.name === sheetName)
    if (sheet === undefined) throw new Problem(404, `There is no sheet '${sheetName}' in '${name}'.`)
    return { status: 200, body: await readSheet(workbook, sheet, query) }
  }

  const names = async () => {
    const found = await workbooks()
    return [root, `${root}/*`, ...found.flatMap(({ name }) => [`${root}/${name}`, `${root}/${name}/*`])]
  }
  const accessList = async () => ['', '*', ...(await names())]

  return {
    publicEndpoints: [],
    accessList,
    describe: () => describeWorkbooks(row.name),
    async handle(request) {
      const { verb, resource, params } = request
      const [first, name, sheet, ...rest] = resource === '' ? [] : resource.split('/')
      if (first !== undefined && (first !== root || rest.length > 0)) {
        throw new Problem(404, `Resource '${resource}' not found for service '${row.name}'.`)
      }
      if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on '${resource}': workbooks are read-only.`)
      if (first === undefined) {
        const isList = flag(params, 'as_access_list')
        return { status: 200, body: { resource: isList ? await accessList() : [{ name: root }] } }
      }
      if (name === undefined) return { status: 200, body: { resource: await workbooks() } }
      return sheet === undefined ? sheetsOf(name) : rowsOf(name, sheet, request)
    },
  }
}

/** Validation messages for settings that can never work. */
function workbookProblem(config: Readonly<Record<string, unknown>>): Record<string, string[]> | null {
  const { storage_container: container } = isRecord(config) ? config : {}
  const isPath = typeof container !== 'string' || container === '' || pathNames(container) !== null
  return isPath ? null : { storage_container: ['storage_container must name a folder of the file service.'] }
}

const text: Schema = { type: 'string' }
const whole: Schema = { type: 'integer' }
const truth: Schema = { type: 'boolean' }
const book = pathParameter('spreadsheet_name', 'Name of the file.')
const sheet = pathParameter('worksheet_name', 'Name of the sheet.')

const queryParameters = [
  queryParameter('first_row_headers', 'Whether the first row names the columns; true by default.', truth),
  queryParameter('skip_empty_rows', 'Skips rows without values; true by default.', truth),
  queryParameter('fields', 'Columns to return.'),
  queryParameter('limit', 'Maximum number of rows; 1000 by default.', whole),
  queryParameter('offset', 'Rows to skip.', whole),
  queryParameter('include_count', 'Adds the total number of rows.', truth),
]

/** Describes a service of type `excel` (docs/wire/workbooks.md). */
function describeWorkbooks(service: string): ApiDescription {
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
          parameters: [book, sheet, ...queryParameters],
          answer: listOf(row, { meta: members({ count: whole, next: whole }) }),
          asFile: true,
        }),
      },
    },
    components: {},
  }
}

const paths: readonly EventPath[] = [
  { path: '', verbs: ['GET'] },
  { path: '_spreadsheet', verbs: ['GET'] },
  { path: '_spreadsheet/{spreadsheet_name}', verbs: ['GET'] },
  { path: '_spreadsheet/{spreadsheet_name}/{worksheet_name}', verbs: ['GET'] },
]

export const workbookKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'excel',
    label: 'Excel',
    group: 'Excel',
    description: 'Reads the rows of spreadsheets in a file service.',
    tier: 'SILVER',
    config: excelConfig,
    check: workbookProblem,
    trial: { resource: '_spreadsheet', params: {} },
    paths,
    make: createWorkbookService,
  }),
]
