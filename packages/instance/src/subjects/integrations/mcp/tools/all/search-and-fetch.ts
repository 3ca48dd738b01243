import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Resources } from '../../surface.ts'
import { askList } from '../answers.ts'
import { argsSchema, textArg } from '../args.ts'
import type { Tool, ToolSession } from '../tool.ts'
import type { ExposedService } from '../verb.ts'

/** Maximum number of results per service. */
const most = 20

interface Hit {
  /** The URI of the resource. */
  readonly id: string
  readonly title: string
  readonly url: string
}

/** The two tools that some clients require: one finds tables and files by words, the other reads a result. */
export function searchAndFetch(services: readonly ExposedService[], resources: Resources): readonly Tool[] {
  return [
    {
      name: 'search',
      title: 'Search',
      description: 'Finds tables and files by words of their names; fetch reads what was found.',
      args: argsSchema({ query: textArg() }, ['query']),
      result: { properties: { results: { type: 'array' } } },
      effect: 'read',
      async run({ query }, session) {
        const words =
          String(query)
            .toLowerCase()
            .slice(0, 500)
            .match(/[\p{L}\p{N}]+/gu) ?? []
        const hits = await Promise.all(
          services.map(async (service) => {
            const found = await (service.category === 'file' ? files : tables)(service, words, session).catch(() => [])
            session.signal.throwIfAborted()
            return found.slice(0, most)
          }),
        )
        return { value: { results: hits.flat() } }
      },
    },
    {
      name: 'fetch',
      title: 'Fetch',
      description: 'Reads what search has found, by its id.',
      args: argsSchema({ id: textArg() }, ['id']),
      result: { properties: { id: { type: 'string' }, text: { type: 'string' } } },
      effect: 'read',
      async run({ id }, session) {
        const found = await resources.read(String(id), session)
        if (found === null) throw new Problem(404, `There is nothing of the id '${String(id).slice(0, 200)}'.`)
        if (!('text' in found))
          throw new Problem(400, `This is a file of the type ${found.mimeType}, which is not shown here.`)
        const title = decodeURIComponent(String(id).split('/').at(-1) ?? '')
        const metadata = { type: found.mimeType }
        return { value: { id: String(id), title, text: found.text.slice(0, longest), url: String(id), metadata } }
      },
    },
  ]
}

/** Maximum characters of a text. */
const longest = 18_000

async function tables(
  { name, category }: ExposedService,
  words: readonly string[],
  session: ToolSession,
): Promise<Hit[]> {
  if (category !== 'database') return []
  const all = await askList(session, { verb: 'GET', service: name, resource: '_table', params: { as_list: 'true' } })
  return all
    .map(String)
    .filter((table) => words.some((word) => table.toLowerCase().includes(word)))
    .map((table) => hit(`${name}/table/${encodeURIComponent(table)}`, `${name}: ${table}`))
}

async function files({ name }: ExposedService, words: readonly string[], session: ToolSession): Promise<Hit[]> {
  const found = new Map<string, Hit>()
  for (const word of words.slice(0, 5)) {
    const params = { full_tree: 'true', include_folders: 'false', search: word }
    const list = await askList(session, { verb: 'GET', service: name, resource: '', endsInSlash: true, params })
    for (const file of list) {
      if (!isRecord(file) || file.type === 'folder') continue
      const path = String(file.path)
      found.set(path, hit(`${name}/file/${path.split('/').map(encodeURIComponent).join('/')}`, `${name}: ${path}`))
    }
  }
  return [...found.values()]
}

function hit(path: string, title: string): Hit {
  const id = `millwright://${path}`
  return { id, title, url: id }
}
