import { mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TokenScope } from '@millwright/contract/records/access-token'
import { createAccessToken } from '@millwright/instance/testing/access-tokens'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { describe, expect, it } from 'vitest'
import { commands } from '../commands.ts'
import { configRuns, textsIn, variable } from '../testing/config-runs.ts'

const instance = sharedInstance({ config: { sampleData: true } })
const { run, folderWith, inFolder } = configRuns(instance)

it('a data folder without an instance is refused, and stays empty', async () => {
  const place = await folderWith('local', {})
  const empty = await mkdtemp(inFolder('empty-'))
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
    const plan = inFolder('clerks.plan')
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
    const one = inFolder('exported')
    const other = inFolder('exported-again')
    expect(await run(['export', one])).toMatchObject({ code: 0, output: expect.stringContaining('left out') })
    expect(await run(['export', one])).toMatchObject({ code: 1, output: expect.stringContaining('--force') })
    expect(await run(['apply', one, '--adopt', '--no-prune'])).toMatchObject({
      code: 1,
      output: expect.stringContaining("owner 'clerks'"),
    })
    await run(['apply', await folderWith('clerks', { 'roles/Clerk.yaml': '' }), '--no-prune'], env)
    await run(['export', other])
    const before = await textsIn(one)
    const after = await textsIn(other)
    expect({ ...after, '/roles/Clerk.yaml': before['/roles/Clerk.yaml'], '/lookups.yaml': '' }).toEqual({
      ...before,
      '/lookups.yaml': '',
    })
    expect(after['/roles/Clerk.yaml']).toBe('{}\n')
    await run(['export', one, '--force', '--placeholders'])
    expect(await readFile(join(one, 'lookups.yaml'), 'utf8')).toContain(variable('LOOKUP_CLERK_KEY_VALUE'))
  })

  it('with a renamed file deletes its record and makes another one, and says so', async () => {
    const place = await folderWith('renamed', { 'roles/Old.yaml': 'description: same\n' })
    expect(await run(['apply', place])).toMatchObject({ code: 0 })
    await rename(join(place, 'roles/Old.yaml'), join(place, 'roles/New.yaml'))
    const { code, output } = await run(['plan', place])
    expect({ code, lines: output.split('\n') }).toEqual({
      code: 2,
      lines: [
        '+ role New  (roles/New.yaml)',
        "    is as 'Old', which is deleted: a new name makes a new record",
        '- role Old  (roles/Old.yaml)',
        '    0 requests in the last 30 days',
        '',
        '1 to create, 1 to delete, 0 unchanged.',
      ],
    })
  })

  it('has the tables of services that were asked for', async () => {
    const place = inFolder('with-tables')
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
