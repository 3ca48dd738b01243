import type { ConfigExport, ConfigLayout, ConfigSchemas } from '@millwright/contract/wire/config'
import Ajv, { type ValidateFunction } from 'ajv'
import { describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { manifestName, writtenFiles } from './folder/written-folder.ts'
import { readYaml } from './folder/yaml-file.ts'

const instance = sharedInstance({ config: { demo: true, sampleData: true } })

async function answered<Body>(path: string): Promise<Body> {
  const { status, body } = await instance.send<Body>('GET', path, { as: instance.root })
  expect(status).toBe(200)
  return body
}

type Validate = (type: string | null, text: string) => readonly string[]

/** Returns what is wrong with the text of a file of some type of records; `null`: of the manifest. */
const schemas = fixture(async (): Promise<{ readonly faultsIn: Validate }> => {
  const { manifest, files } = await answered<ConfigSchemas>('system/config/schema')
  const ajv = new Ajv.default({ allErrors: true, allowUnionTypes: true })
  const validators = new Map<string | null, ValidateFunction>([[null, ajv.compile(manifest)]])
  for (const { type, schema } of files) validators.set(type, ajv.compile(schema))
  return {
    faultsIn(type, text) {
      const validate = validators.get(type)
      if (validate === undefined) throw new Error(`There is no schema of ${type}.`)
      if (validate(readYaml(text, 'x').value)) return []
      return (validate.errors ?? []).map(({ instancePath, params }) => `${instancePath} ${JSON.stringify(params)}`)
    },
  }
})

describe('the schema of the files of a folder', () => {
  it.each<[string, string | null, string, string]>([
    ['a member of the manifest', null, 'format: 1\nowne: x\n', 'owne'],
    ['a member of a record', 'role', 'is_activ: true\n', 'is_activ'],
    ['a member of a row', 'role', 'access:\n  - servic: db\n', 'servic'],
    ['an id', 'app', 'role_id: 5\n', 'role_id'],
    ['a verb', 'role', 'access:\n  - verb_mask: [FETCH]\n', 'verb_mask'],
    ['a member of a record beside others', 'lookup', 'a:\n  value: x\nb:\n  valu: x\n', 'valu'],
    ['a type of service', 'service', 'type: pgsl\n', '/type'],
    ['a setting of another type of service', 'service', 'type: sqlite\nconfig:\n  host: x\n', 'host'],
    ['a value of another type', 'app', 'is_active: sometimes\n', '/is_active'],
  ])('refuses an unknown %s', (_, type, text, place) => {
    expect(schemas.faultsIn(type, text).join('\n')).toContain(place)
  })

  it('accepts what an export of the demonstration writes, with and without placeholders, and empty files', async () => {
    const exported = await answered<ConfigExport>('system/config')
    const layout = await answered<ConfigLayout>('system/config/layout')
    const faults: string[] = []
    for (const placeholders of [false, true]) {
      for (const [path, text] of writtenFiles(exported, layout, { owner: 'default', placeholders })) {
        if (!path.endsWith('.yaml')) continue
        const type = path === manifestName ? null : typeOf(path, layout)
        faults.push(...schemas.faultsIn(type, text).map((fault) => `${path}${fault}`))
      }
    }
    for (const { type } of layout.types) faults.push(...schemas.faultsIn(type, ''))
    expect(faults).toEqual([])
  })

  it('accepts placeholders for values of any type', () => {
    const variable = `$${'{env:NAME}'}`
    expect(schemas.faultsIn('service', `type: pgsql\nis_active: ${variable}\nconfig:\n  port: ${variable}\n`)).toEqual(
      [],
    )
  })
})

function typeOf(path: string, { types }: ConfigLayout): string {
  const found = types.find(({ files }) => ('file' in files ? files.file === path : path.startsWith(`${files.folder}/`)))
  if (found === undefined) throw new Error(`${path} is of no type.`)
  return found.type
}
