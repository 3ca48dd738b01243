import { Problem } from '@millwright/contract/problem'
import type { AvailableLanguage, ScriptLanguage, ScriptRunner } from '../../gateway/ports/script-runner.ts'
import { flag } from '../../request/params.ts'
import { askedFields, pick } from '../../request/pick-fields.ts'
import type { SystemResource } from '../system/system-resource.ts'

const columns = [
  'name',
  'label',
  'description',
  'sandboxed',
  'supports_inline_execution',
  'available',
  'version',
] as const

const described: Readonly<Record<ScriptLanguage, { readonly label: string; readonly description: string }>> = {
  nodejs: {
    label: 'Node.js',
    description: 'Scripts in JavaScript, in a process that reaches neither files nor the network.',
  },
  php: { label: 'PHP', description: 'Scripts in PHP, in a process of their own.' },
  python: { label: 'Python', description: 'Scripts in what the command python starts, in a process of their own.' },
  python3: { label: 'Python3', description: 'Scripts in Python 3, in a process of their own.' },
}

/** `system/script_type`: the languages of scripts, and whether this machine runs them (docs/wire/scripts.md). */
export function createScriptTypeResource(runner: Pick<ScriptRunner, 'languages'>): SystemResource {
  return {
    name: 'script_type',
    label: 'Script Types',
    description: 'The languages that scripts can be written in.',
    singleton: false,
    readOnly: true,
    async handle({ verb, params }, [name, ...rest]) {
      if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on 'script_type'.`)
      const fields = askedFields(params, columns, columns)
      const types = (await runner.languages()).map(typeOf)
      if (name === undefined) {
        const resource = flag(params, 'as_list')
          ? types.map((type) => type.name)
          : types.map((type) => pick(type, fields))
        return { status: 200, body: { resource } }
      }
      const found = rest.length === 0 ? types.find((type) => type.name === name) : undefined
      if (found === undefined) throw new Problem(404, `Script type '${[name, ...rest].join('/')}' not found.`)
      return { status: 200, body: pick(found, fields) }
    },
  }
}

function typeOf({ name, version }: AvailableLanguage) {
  const available = version !== null
  return { name, ...described[name], sandboxed: true, supports_inline_execution: false, available, version }
}
