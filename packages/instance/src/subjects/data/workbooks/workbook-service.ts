import { numberSetting, textSetting } from '@millwright/connector/config-values'
import { type FileStorage, isSingle, joined, pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Service } from '../../../gateway/service.ts'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { describeWorkbooks } from './describe-workbooks.ts'
import type { Workbook } from './workbook.ts'

const root = '_spreadsheet'
const workbookName = /\.(?:xlsx|xlsm|xltx|xltm)$/i

/** Exposes the workbooks in a folder of a file service as lists of rows (docs/wire/workbooks.md). */
export function createWorkbookService({ row, config, host }: ServiceParts): Service {
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
export function workbookProblem(config: Readonly<Record<string, unknown>>): Record<string, string[]> | null {
  const { storage_container: container } = isRecord(config) ? config : {}
  const isPath = typeof container !== 'string' || container === '' || pathNames(container) !== null
  return isPath ? null : { storage_container: ['storage_container must name a folder of the file service.'] }
}
