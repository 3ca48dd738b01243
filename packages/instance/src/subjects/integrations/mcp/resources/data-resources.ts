import { Problem } from '@millwright/contract/problem'
import type { Resources } from '../surface.ts'
import { ask, askList } from '../tools/answers.ts'
import { getDataModel, getTableSchema } from '../tools/database/schema-verbs.ts'
import { readWhole } from '../tools/files/file-verbs.ts'
import type { ToolSession } from '../tools/tool.ts'
import { type ExposedService, mayDo } from '../tools/verb.ts'

const json = 'application/json'

/** Resources that people can pass to a model by URI: schemas, API descriptions and files of the exposed services. */
export function dataResources(services: readonly ExposedService[]): Resources {
  const databases = services.filter(({ category }) => category === 'database')
  const files = services.filter(({ category }) => category === 'file')

  async function read(service: ExposedService, rest: string, session: ToolSession) {
    const [kind = '', ...path] = rest.split('/')
    const name = path.join('/')
    if (kind === 'openapi' && name === '') {
      const params = { openapi: '3.1', expand_schema: 'false' }
      const document = await ask(session, { verb: 'GET', service: 'api_docs', resource: service.name, params })
      return { mimeType: json, text: JSON.stringify(document) }
    }
    if (service.category === 'database' && kind === 'schema' && name === '') {
      return { mimeType: json, text: JSON.stringify((await getDataModel.run(service.name, {}, session)).value) }
    }
    if (service.category === 'database' && kind === 'table' && name !== '') {
      const { value } = await getTableSchema.run(service.name, { table_name: name }, session)
      return { mimeType: json, text: JSON.stringify(value) }
    }
    if (service.category === 'file' && kind === 'file' && name !== '') {
      return await readWhole({ verb: 'GET', service: service.name, resource: name }, session)
    }
    return null
  }

  return {
    async list({ caller }) {
      const shown = databases.filter(({ name }) => mayDo(caller, name, { verb: 'GET', below: '_schema' }))
      return [
        ...shown.map(({ name, label }) => ({
          uri: `millwright://${name}/schema`,
          name: `${name}-schema`,
          mimeType: json,
          title: `Data model of ${label}`,
        })),
        ...services.map(({ name, label }) => ({
          uri: `millwright://${name}/openapi`,
          name: `${name}-openapi`,
          mimeType: json,
          title: `API of ${label}`,
        })),
      ]
    },
    templates: [
      ...databases.map(({ name, label }) => ({
        uriTemplate: `millwright://${name}/table/{table}`,
        name: `${name}-table`,
        mimeType: json,
        title: `A table of ${label}`,
      })),
      ...files.map(({ name, label }) => ({
        uriTemplate: `millwright://${name}/file/{+path}`,
        name: `${name}-file`,
        title: `A file of ${label}`,
      })),
    ],
    async read(uri, session) {
      const match = /^millwright:\/\/([^/]+)\/(.+)$/.exec(uri)
      const service = services.find(({ name }) => name.toLowerCase() === match?.[1]?.toLowerCase())
      const rest = decoded(match?.[2] ?? '')
      return service === undefined || rest === null ? null : await read(service, rest, session)
    },
    async complete(template, argument, begun, session) {
      const named = /^millwright:\/\/([^/]+)\/table\/\{table\}$/.exec(template)?.[1]
      const service = databases.find(({ name }) => name === named)
      if (service === undefined || argument !== 'table') return []
      const params = { as_list: 'true' }
      const call = { verb: 'GET', service: service.name, resource: '_table', params } as const
      // Whoever may not list tables gets no suggestions; what they then name is decided when it is read.
      const tables = await askList(session, call).catch((error: unknown) => {
        if (error instanceof Problem && error.status < 500) return []
        throw error
      })
      return tables.map(String).filter((name) => name.toLowerCase().startsWith(begun.toLowerCase()))
    },
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
