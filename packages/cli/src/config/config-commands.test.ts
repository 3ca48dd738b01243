import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TokenScope } from '@millwright/contract/access/token-scopes'
import { createAccessToken } from '@millwright/instance/testing/access-tokens'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../commands.ts'
import { readCommandLine } from '../flags.ts'

const instance = sharedInstance({ config: { sampleData: true } })
let folder: string
let origin: string
const password = 'password of the pipeline'
const variable = (name: string) => `$${`{env:${name}}`}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millwright-config-'))
  origin = await instance.server.listen({ port: 0, host: '127.0.0.1' })
  const record = { email: 'pipeline@example.test', password, first_name: 'Pipeline' }
  await instance.send('POST', 'system/admin', { as: instance.root, body: { resource: [record] } })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Ran {
  readonly code: number
  readonly output: string
}

/** Runs a command against the instance; one that is refused has its sentence in `output` and the code 1. */
async function run(line: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const credentials = { CONFIG_EMAIL: 'pipeline@example.test', CONFIG_PASSWORD: password }
  const { command, operands, flags } = readCommandLine(['config', ...line, '--instance', origin], Object.keys(commands))
  const lines: string[] = []
  const print = (text: string) => void lines.push(text)
  try {
    const invocation = { operands, flags, env: { ...credentials, ...env }, consoleFolder: null, print }
    const code = (await commands[command]?.run(invocation)) ?? 1
    return { code, output: lines.join('\n') }
  } catch (error) {
    return { code: 1, output: error instanceof Error ? error.message : String(error) }
  }
}

/** Makes a folder with these files besides its manifest. */
async function folderWith(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const place = join(folder, name)
  for (const [path, text] of Object.entries({ 'millwright.yaml': `format: 1\nowner: ${name}\n`, ...files })) {
    await mkdir(dirname(join(place, path)), { recursive: true })
    await writeFile(join(place, path), text)
  }
  return place
}

async function textsIn(place: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.slice(place.length), await readFile(path, 'utf8')])),
  )
}

describe('a folder is refused, with file and line,', () => {
  it.each<[string, Record<string, string>, string]>([
    ['that has no manifest', { 'millwright.yaml': '' }, "millwright.yaml:1: 'format' must be 1"],
    ['of a newer format', { 'millwright.yaml': 'owner: x\nformat: 9\n' }, "millwright.yaml:2: 'format' must be 1"],
    [
      'with an unknown member',
      { 'millwright.yaml': 'format: 1\nowne: x\n' },
      "millwright.yaml:2: There is no 'owne'. Did you mean 'owner'?",
    ],
    [
      'with a file that is no YAML',
      { 'roles/A.yaml': 'description: x\n  - y: [\n' },
      'roles/A.yaml:2: This is not valid YAML',
    ],
    ['with tabs', { 'roles/A.yaml': 'access:\n\t- service: db\n' }, 'roles/A.yaml:2: This is not valid YAML'],
    [
      'with a key twice',
      { 'roles/A.yaml': 'description: x\nis_active: true\ndescription: y\n' },
      'roles/A.yaml:3: This is not valid YAML',
    ],
    ['with anchors', { 'roles/A.yaml': 'description: &a x\naccess: [*a, *a]\n' }, 'roles/A.yaml'],
    ['with a record that is none', { 'roles/A.yaml': '- x\n' }, 'roles/A.yaml:1: A record must have members'],
    [
      'with a name in its file',
      { 'roles/A.yaml': 'description: x\nname: B\n' },
      'roles/A.yaml:2: The name of a record is that of its file',
    ],
    ['with a mistyped folder', { 'rolls/A.yaml': '' }, "rolls/A.yaml: There is no 'rolls'. Did you mean 'roles'?"],
    [
      'with a mistyped file',
      { 'lookup.yaml': '' },
      "lookup.yaml: There is no 'lookup.yaml'. Did you mean 'lookups.yaml'?",
    ],
    ['with a script that belongs to nothing', { 'scripts/a.js': 'x' }, 'scripts/a.js: The file belongs to no record'],
    [
      'with a code twice',
      { 'scripts/a.yaml': 'type: nodejs\ncontent: x\n', 'scripts/a.js': 'x' },
      "scripts/a.yaml:2: 'content' is also in scripts/a.js",
    ],
    [
      'with a mistyped member',
      { 'roles/A.yaml': 'is_active: true\naccess:\n  - service: db\n    componet: x\n' },
      "roles/A.yaml:4: There is no 'componet'. Did you mean 'component'?",
    ],
    [
      'with a mistyped member of a field',
      { 'schema/sample/stamp.yaml': 'label: Stamp\nfields:\n  id:\n    type: id\n    lable: x\n' },
      "schema/sample/stamp.yaml:5: There is no 'lable'. Did you mean 'label'?",
    ],
    [
      'with a table of no service',
      { 'schema/sampel/stamp.yaml': 'fields:\n  id: {type: id}\n' },
      "schema/sampel/stamp.yaml:1: There is no service 'sampel'",
    ],
    ['with a table beside services', { 'schema/stamp.yaml': '' }, 'schema/stamp.yaml: schema has a folder for each'],
    [
      'that lacks a field of a table',
      { 'schema/sample/product.yaml': 'fields:\n  id: {type: id}\n' },
      "schema/sample/product.yaml:1: 'sample/product' exists, and no folder manages it",
    ],
    [
      'with a value that the instance refuses',
      { 'limits/A.yaml': 'type: instance\nrate: many\n' },
      'limits/A.yaml:2: ',
    ],
    [
      'with a record that exists',
      { 'services/db.yaml': 'type: sqlite\n' },
      "services/db.yaml:1: 'db' exists, and no folder manages it",
    ],
    [
      'with placeholders that have no value',
      { 'lookups.yaml': `a:\n  value: ${variable('MISSING')}\nb:\n  value: $${'{file:nothing}'}\n` },
      'lookups.yaml:2: The environment variable MISSING is not set.\nlookups.yaml:4: The file nothing cannot be read.',
    ],
  ])('%s', async (name, files, sentence) => {
    const place = await folderWith(`refused${name.replaceAll(' ', '-')}`.slice(0, 60), files)
    for (const command of ['plan', 'apply']) {
      const { code, output } = await run([command, place])
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(sentence) })
    }
  })

  it('if it is not there, or the instance or its administrator are not', async () => {
    expect(await run(['plan', join(folder, 'nowhere')])).toMatchObject({
      code: 1,
      output: expect.stringContaining('cannot be read'),
    })
    expect(await run(['apply', join(folder, 'nowhere')])).toMatchObject({
      code: 1,
      output: expect.stringContaining('no folder or plan'),
    })
    const place = await folderWith('unreached', {})
    expect(await run(['plan', place], { CONFIG_PASSWORD: 'wrong' })).toMatchObject({ code: 1 })
    const [manifest] = [join(place, 'millwright.yaml')]
    expect(await run(['apply', manifest])).toMatchObject({ code: 1, output: expect.stringContaining('is no plan') })
  })
})

it('a data folder without an instance is refused, and stays empty', async () => {
  const place = await folderWith('local', {})
  const empty = await mkdtemp(join(folder, 'empty-'))
  const invocation = {
    operands: [place],
    flags: { local: empty },
    env: {},
    consoleFolder: null,
    print: () => undefined,
  }
  await expect(commands['config plan']?.run(invocation)).rejects.toThrow('There is no instance in the data folder')
  expect(await readdir(empty)).toEqual([])
})

describe('a folder', () => {
  const files = {
    'roles/Clerk.yaml': 'is_active: true\naccess:\n  - service: sample\n    verb_mask: [GET]\n',
    'lookups.yaml': `clerk.key:\n  private: true\n  value: ${variable('CLERK_KEY')}\nclerk.city:\n  value: Bergen\n`,
    'scripts/sample._table.product.get.pre_process.yaml': 'type: nodejs\n',
    'scripts/sample._table.product.get.pre_process.js': `// $${'{env:NOT_A_PLACEHOLDER}'}\nreturn\n`,
    'overlays/production/lookups.yaml': 'clerk.city:\n  value: Oslo\n',
  }
  const env = { CLERK_KEY: 'a secret key' }

  it('is planned, applied as planned, and then changes nothing', async () => {
    const place = await folderWith('clerks', files)
    const plan = join(folder, 'clerks.plan')
    const planned = await run(['plan', place, '--overlay', 'production', '--out', plan], env)
    expect(planned.code).toBe(2)
    expect(planned.output).toContain('+ role Clerk  (roles/Clerk.yaml)')
    expect(planned.output).toContain('4 to create, 0 unchanged.')
    expect(await readFile(plan, 'utf8')).not.toContain(env.CLERK_KEY)
    expect(await run(['apply', plan], { CLERK_KEY: 'another key' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('out of date'),
    })
    expect(await run(['apply', plan], env)).toMatchObject({ code: 0, output: expect.stringContaining('4 created') })
    expect(await run(['apply', plan], env)).toMatchObject({ code: 1, output: expect.stringContaining('out of date') })
    expect(await run(['plan', place, '--overlay', 'production'], env)).toEqual({ code: 0, output: 'No changes.' })
    expect(await run(['drift', place, '--overlay', 'production'])).toEqual({ code: 0, output: 'No changes.' })
    const compared = "Compared with the overlay 'production', which was applied last."
    expect(await run(['drift', place])).toEqual({ code: 0, output: `${compared}\nNo changes.` })
    const { code, output } = await run(['plan', place], env)
    expect(code).toBe(2)
    expect(output).toContain("The last apply used the overlay 'production'")
    expect(output).toContain('clerk.city')
  })

  it('is the same after it was exported, applied and exported again', async () => {
    const [one, other] = [join(folder, 'exported'), join(folder, 'exported-again')]
    expect(await run(['export', one])).toMatchObject({ code: 0, output: expect.stringContaining('left out') })
    expect(await run(['export', one])).toMatchObject({ code: 1, output: expect.stringContaining('--force') })
    expect(await run(['apply', one, '--adopt', '--no-prune'])).toMatchObject({
      code: 1,
      output: expect.stringContaining("owner 'clerks'"),
    })
    await run(['apply', await folderWith('clerks', { 'roles/Clerk.yaml': '' }), '--no-prune'], env)
    await run(['export', other])
    const [before, after] = [await textsIn(one), await textsIn(other)]
    expect({ ...after, '/roles/Clerk.yaml': before['/roles/Clerk.yaml'], '/lookups.yaml': '' }).toEqual({
      ...before,
      '/lookups.yaml': '',
    })
    expect(after['/roles/Clerk.yaml']).toBe('{}\n')
    await run(['export', one, '--force', '--placeholders'])
    expect(await readFile(join(one, 'lookups.yaml'), 'utf8')).toContain(variable('LOOKUP_CLERK_KEY_VALUE'))
  })

  it('has the tables of services that were asked for', async () => {
    const place = join(folder, 'with-tables')
    expect(await run(['export', place, '--schema', 'sample', '--owner', 'tables'])).toMatchObject({ code: 0 })
    const texts = await textsIn(join(place, 'schema'))
    expect(Object.keys(texts)).toContain('/sample/product.yaml')
    expect(
      await run(['plan', await folderWith('tables', { 'schema/sample/product.yaml': '' }), '--adopt']),
    ).toMatchObject({
      code: 1,
      output: expect.stringContaining("schema/sample/product.yaml:1: A table needs 'fields'"),
    })
    const own = await folderWith('tables', { 'schema/sample/product.yaml': texts['/sample/product.yaml'] ?? '' })
    expect(await run(['apply', own, '--adopt'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 adopted'),
    })
    await writeFile(join(own, 'schema/sample/product.yaml'), 'fields:\n  id:\n    type: id\n')
    expect(await run(['plan', own])).toMatchObject({
      code: 1,
      output: expect.stringContaining("schema/sample/product.yaml:1: The field 'name' is not in the folder"),
    })
    expect(await run(['plan', own, '--no-prune'])).toEqual({ code: 0, output: 'No changes.' })
  })

  it('gets schemas for editors, which are no part of it', async () => {
    const place = await folderWith('edited', { 'roles/Editor.yaml': 'is_active: true\n' })
    const { code, output } = await run(['schema', place])
    expect(code).toBe(0)
    const mapped: Record<string, readonly string[]> = JSON.parse(output)['yaml.schemas']
    const [schema, patterns] = Object.entries(mapped).find(([path]) => path.endsWith('.schemas/role.json')) ?? ['', []]
    expect(patterns.map((pattern) => pattern.slice(pattern.indexOf('edited/')))).toEqual([
      'edited/roles/*.yaml',
      'edited/overlays/*/roles/*.yaml',
    ])
    expect(JSON.parse(await readFile(schema, 'utf8')).properties.is_active.title).toBe('Active')
    expect(await run(['plan', place])).toMatchObject({ code: 2, output: expect.stringContaining('1 to create') })
  })
})

describe('an access token', () => {
  const tokenFor = async (...scopes: TokenScope[]) => (await createAccessToken(instance, instance.root, scopes)).token

  it('is refused with its sentence if it has ended, or lacks the scope', async () => {
    const place = await folderWith('token', { 'roles/Token.yaml': 'description: by a token\n' })
    const wrong = await run(['plan', place, '--token', 'mwt_unknown'])
    expect(wrong).toEqual({ code: 1, output: 'This access token is unknown or was revoked.' })
    const line = await run(['apply', place, '--token', await tokenFor('config:plan')])
    expect(line).toEqual({ code: 1, output: expect.stringContaining("lacks the scope 'config:apply'") })
  })

  it('plans and applies instead of an administrator, named on the command line or in the environment', async () => {
    const place = await folderWith('token', { 'roles/Token.yaml': 'description: by a token\n' })
    const planned = await run(['plan', place], { MILLWRIGHT_TOKEN: await tokenFor('config:plan') })
    expect(planned).toMatchObject({ code: 2, output: expect.stringContaining('+ role Token') })
    const token = await tokenFor('config:apply')
    expect(await run(['apply', place, '--token', token], { MILLWRIGHT_TOKEN: 'mwt_unknown' })).toMatchObject({
      code: 0,
    })
    expect(await run(['drift', place, '--token', token])).toMatchObject({ code: 0 })
  })
})
