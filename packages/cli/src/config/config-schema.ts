import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { ConfigFiles, ConfigSchemas, JsonSchema } from '@millwright/contract/wire/config'
import { manifestName } from '@millwright/instance/subjects/operation/config-as-code/folder/written-folder'
import type { Invocation } from '../flags.ts'
import { onTarget } from './target.ts'

/** Hidden, so that it is no part of the configuration. */
const schemas = '.schemas'

/** A schema, and the files of a folder that it is for. */
interface WrittenSchema {
  readonly name: string
  readonly schema: JsonSchema
  readonly patterns: readonly string[]
}

/** `millwright config schema DIR`: writes JSON Schemas of the files of a folder, and prints the setting by which editors use them. */
export async function configSchema(
  invocation: Pick<Invocation, 'flags' | 'env' | 'operands' | 'print'>,
): Promise<number> {
  const {
    operands: [folder = ''],
    print,
  } = invocation
  return onTarget(invocation, async (target, { types }) => {
    // The shape is that of the instance's own answer.
    const { manifest, files } = (await target.ask({ verb: 'GET', path: 'system/config/schema' })) as ConfigSchemas
    const placeOf = new Map(types.map(({ type, files: place }) => [type, place]))
    const written: WrittenSchema[] = [
      { name: 'manifest', schema: manifest, patterns: [manifestName] },
      ...files.map(({ type, schema }) => ({ name: type, schema, patterns: patternsOf(placeOf.get(type)) })),
    ]
    await mkdir(join(folder, schemas), { recursive: true })
    for (const { name, schema } of written) {
      await writeFile(join(folder, schemas, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`)
    }
    print(JSON.stringify({ 'yaml.schemas': editorSetting(folder, written) }, null, 2))
    return 0
  })
}

function patternsOf(place: ConfigFiles | undefined): readonly string[] {
  if (place === undefined) return []
  const pattern = 'file' in place ? place.file : `${place.folder}/${place.deep === true ? '*/' : ''}*.yaml`
  return [pattern, `overlays/*/${pattern}`]
}

/** The setting of the YAML language server, for an editor that was opened where the command runs. */
function editorSetting(folder: string, written: readonly WrittenSchema[]): Readonly<Record<string, readonly string[]>> {
  const from = relative(process.cwd(), folder).split(sep)
  const place = (path: string) => [...from, path].filter((part) => part !== '').join('/')
  return Object.fromEntries(
    written.map(({ name, patterns }) => [place(`${schemas}/${name}.json`), patterns.map(place)]),
  )
}
