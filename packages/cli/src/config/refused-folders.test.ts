import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { configCalls } from '@millwright/instance/testing/config-calls'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { describe, expect, it, onTestFinished } from 'vitest'
import { configRuns, password, variable } from '../testing/config-runs.ts'

const instance = sharedInstance({ config: { sampleData: true } })
const { run, folderWith, inFolder } = configRuns(instance)
const { exported } = configCalls(instance)

describe('a folder is refused, with file and line,', () => {
  it.each<[string, Record<string, string>, string]>([
    ['that has no manifest', { 'millwright.yaml': '' }, "millwright.yaml:1: 'format' must be 1"],
    ['of an older format', { 'millwright.yaml': 'format: 0\n' }, "millwright.yaml:1: 'format' must be 1"],
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
    [
      'with anchors that explode',
      { 'roles/A.yaml': 'description: &a x\nlookups: &b [*a, *a, *a]\naccess: &c [*b, *b, *b]\n' },
      'roles/A.yaml:2: Aliases such as *name are not read.',
    ],
    [
      'with a name that would be lost',
      { 'roles/A.yaml': 'is_active: true\n__proto__: {a: 1}\n' },
      'roles/A.yaml:2: The name',
    ],
    [
      'with a null character',
      { 'roles/A.yaml': 'is_active: true\ndescription: "a\\0b"\n' },
      'roles/A.yaml:2: The text has a',
    ],
    [
      'with a null character in a script',
      { 'scripts/a.yaml': 'type: nodejs\n', 'scripts/a.js': '//\n// \0\n' },
      'scripts/a.js:2: The text has a character',
    ],
    ['with a tag', { 'roles/A.yaml': 'is_active: true\ndescription: !!binary x\n' }, 'roles/A.yaml:2: This is not'],
    ['with several documents', { 'roles/A.yaml': '{}\n---\n{}\n' }, 'roles/A.yaml:2: This has several documents'],
    [
      'with a type of service that there is none of',
      { 'services/A.yaml': 'label: A\ntype: sqlit\n' },
      "services/A.yaml:2: 'sqlit' is no type of service. Did you mean 'sqlite'?",
    ],
    [
      'that names what is not there',
      { 'apps/A.yaml': 'is_active: true\nrole: Nobody\n' },
      "apps/A.yaml:2: There is no role 'Nobody' for 'role'.",
    ],
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
    [
      'with a table of a service without tables',
      { 'schema/files/stamp.yaml': 'fields:\n  id: {type: id}\n' },
      "schema/files/stamp.yaml:1: The service 'files' has no tables.",
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

  it('with a link that leads nowhere', async () => {
    const place = await folderWith('broken-link', { 'roles/A.yaml': '' })
    await symlink(join(place, 'nothing'), join(place, 'roles/B.yaml'))
    const { code, output } = await run(['plan', place])
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('roles/B.yaml: The file cannot be read'),
    })
  })

  it('with a record of another owner', async () => {
    const first = await folderWith('first-owner', { 'roles/Taken.yaml': 'is_active: true\n' })
    expect(await run(['apply', first])).toMatchObject({ code: 0 })
    const second = await folderWith('second-owner', { 'roles/Taken.yaml': 'description: mine\n' })
    for (const line of [['plan'], ['apply'], ['apply', '--adopt']])
      expect(await run([...line, second])).toEqual({
        code: 1,
        output: "roles/Taken.yaml:1: 'Taken' belongs to the owner 'first-owner'.",
      })
  })

  it('whose apply loses its connection, as a whole', async () => {
    const place = await folderWith('lost', { 'roles/Lost.yaml': 'is_active: true\n' })
    const relay = createServer(async ({ method, url, headers }, answer) => {
      if (method === 'POST' && url === '/api/v2/system/config') return void answer.destroy()
      const request = { method: method === 'POST' ? 'POST' : 'GET', url: url ?? '', headers } as const
      const passed = await instance.server.inject(
        url?.includes('session') ? { ...request, payload: { email: 'pipeline@example.test', password } } : request,
      )
      return void answer.writeHead(passed.statusCode, { 'content-type': 'application/json' }).end(passed.body)
    })
    onTestFinished(() => void relay.close())
    await once(relay.listen(0, '127.0.0.1'), 'listening')
    const address = relay.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    expect(await run(['apply', place], {}, origin)).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+ cannot be reached: .+\. Plan again to see whether it was applied: an apply is made as a whole or not at all\.$/,
      ),
    })
    expect((await exported()).filter(({ name }) => name === 'Lost')).toEqual([])
  })

  it('if it is not there, or the instance or its administrator are not', async () => {
    expect(await run(['plan', inFolder('nowhere')])).toEqual({
      code: 1,
      output: `There is no folder ${inFolder('nowhere')}.`,
    })
    const file = join(await folderWith('file', {}), 'millwright.yaml')
    expect(await run(['plan', file])).toEqual({ code: 1, output: `${file} is not a folder.` })
    expect(await run(['plan', inFolder('file'), '--overlay', 'absent'])).toEqual({
      code: 1,
      output: `There is no folder ${join(inFolder('file'), 'overlays', 'absent')}.`,
    })
    expect(await run(['apply', inFolder('nowhere')])).toMatchObject({
      code: 1,
      output: expect.stringContaining('no folder or plan'),
    })
    const place = await folderWith('unreached', {})
    expect(await run(['plan', place], { CONFIG_PASSWORD: 'wrong' })).toMatchObject({ code: 1 })
    const [manifest] = [join(place, 'millwright.yaml')]
    expect(await run(['apply', manifest])).toMatchObject({ code: 1, output: expect.stringContaining('is no plan') })
  })
})
