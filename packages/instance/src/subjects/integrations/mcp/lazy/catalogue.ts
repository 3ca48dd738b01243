import { isRecord } from '@millwright/contract/wire/is-record'
import type { McpSettings } from '../mcp-settings.ts'
import { wireTool } from '../protocol/wire-tool.ts'
import type { Surface } from '../surface.ts'
import { argsSchema, object, readArgs, textArg, truth, whole } from '../tools/args.ts'
import type { Tool } from '../tools/tool.ts'
import { fetchMore, type LongAnswers } from './long-answers.ts'
import { createSearch } from './search-tools.ts'

/** Bytes of a tool list above which only few tools are listed: about 8,000 tokens. */
const longList = 32_768

interface Catalogue extends Pick<Surface, 'listed' | 'resolve'> {
  /** The tools that find other tools. Empty if all tools are listed. */
  readonly facade: readonly Tool[]
}

const itself: Surface['resolve'] = (called) => called

export function createCatalogue(
  tools: readonly Tool[],
  mode: McpSettings['lazyMode'],
  answers: LongAnswers,
): Catalogue {
  const shown = tools.filter(({ isUnlisted }) => isUnlisted !== true)
  const isLazy = mode === 'on' || (mode === 'auto' && bytesOf(shown) > longList)
  if (!isLazy) return { listed: shown, facade: [], resolve: itself }
  const facade = [...facadeOf(tools), fetchMore(tools, answers)]
  return {
    listed: facade,
    facade,
    resolve(called) {
      if (called.name !== callTool.name) return called
      const { name: wanted, arguments: args } = readArgs(callTool.args, called.given)
      return { name: String(wanted), given: args }
    },
  }
}

const bytesOf = (tools: readonly Tool[]) => Buffer.byteLength(JSON.stringify(tools.map(wireTool)))

const read = { effect: 'read' } as const
const listed = {
  properties: { tools: { type: 'array' }, total: { type: 'integer' }, next_offset: { type: 'integer' } },
}

/** Never run itself: the tool that it names is called instead. */
const callTool: Tool = {
  name: 'call_tool',
  title: 'Call a tool',
  description: 'Calls a tool by its name. describe_tool says what it takes.',
  args: argsSchema({ name: textArg(), arguments: object() }, ['name']),
  effect: 'run',
  run: () => Promise.reject(new Error('A call was not passed on.')),
}

function facadeOf(tools: readonly Tool[]): readonly Tool[] {
  const search = createSearch(tools)
  return [
    {
      ...read,
      name: 'search_tools',
      title: 'Search tools',
      description: 'Finds tools by words about what is to be done.',
      args: argsSchema({ query: textArg(), limit: whole('default 8', { minimum: 1, maximum: 50 }) }, ['query']),
      result: listed,
      async run({ query, limit }) {
        const found = search(String(query), Number(limit ?? 8))
        const [first] = found
        const schema = first === undefined ? {} : { schema: { name: first.name, inputSchema: first.args } }
        return { value: { tools: found.map(brief), ...schema }, isData: false }
      },
    },
    {
      ...read,
      name: 'list_tools',
      title: 'List tools',
      description: 'All tools, page by page.',
      args: argsSchema({
        offset: whole(undefined, { minimum: 0 }),
        limit: whole('default 100', { minimum: 1, maximum: 500 }),
        names_only: truth(),
      }),
      result: listed,
      async run({ offset, limit, names_only }) {
        const from = Number(offset ?? 0)
        const page = tools.slice(from, from + Number(limit ?? 100))
        const next = from + page.length
        return {
          value: {
            tools: names_only === true ? page.map((tool) => tool.name) : page.map(brief),
            total: tools.length,
            ...(next < tools.length && { next_offset: next }),
          },
          isData: false,
        }
      },
    },
    {
      ...read,
      name: 'describe_tool',
      title: 'Describe a tool',
      description: 'What a tool does and takes.',
      args: argsSchema({ name: textArg() }, ['name']),
      result: {},
      async run({ name }) {
        const found = tools.find((tool) => tool.name === name)
        const value: unknown = found === undefined ? { error: `There is no tool '${String(name)}'.` } : wireTool(found)
        return { value: isRecord(value) ? value : {}, isData: false }
      },
    },
    callTool,
  ]
}

const longest = 160

function brief({ name, description, effect }: Tool): Record<string, unknown> {
  const short = description.length > longest ? `${description.slice(0, longest)}…` : description
  return { name, description: short, read_only: effect === 'read' }
}
