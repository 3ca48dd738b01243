/**
 * `npm run mutants -- [--seed N] [--count N] [--from N]`: changes one decision of a source file at a time, checks types and runs the unit
 * tests of the gate that import the file, and prints the mutants that none of them noticed. Files are chosen evenly from the floors,
 * subjects, console and contract. `--from` names those before it and does not try them, to go on where a run ended: a seed chooses the
 * same mutants as long as the sources stay the same. The checkout must have no uncommitted changes, as files are changed in place and
 * restored.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { isTest, sourceFiles } from './checks/source-files.ts'
import { describeMutation, mutated, mutationsOf, seeded } from './mutants/mutations.ts'
import { root, tool } from './paths.mjs'
import { checkTypes } from './test/check-types.ts'
import { filesOnlyInAll } from './test/only-in-all.ts'
import { endAllCommands, runCommand } from './test/run-command.ts'

const number = { type: 'string' } as const
const { values } = parseArgs({ options: { seed: number, count: number, from: number } })
const seed = Number(values.seed ?? 1)
const count = Number(values.count ?? 40)
const from = Number(values.from ?? 1)
if (![seed, count, from].every(Number.isInteger) || from < 1 || count < from) {
  console.error('--seed, --count and --from are whole numbers, and --from is at most --count.')
  process.exit(2)
}
if (execFileSync('git', ['status', '--porcelain', '-uno'], { cwd: root, encoding: 'utf8' }) !== '') {
  console.error('Commit or stash your changes first: mutants change files in place.')
  process.exit(2)
}

const random = seeded(seed)
const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]

/** The folder of a file's floor, subject, or part of the console. */
function districtOf(path: string): string {
  const [, name = '', , folder = '', sub = '', subject = ''] = dirname(path).split('/')
  if (folder === 'subjects') return [name, sub, subject].join('/')
  return [name, folder, ...(name === 'console' ? [sub] : [])].join('/')
}

const districts = new Map<string, string[]>()
for (const { path } of sourceFiles()) {
  if (!/^packages\/(contract|instance|console)\/src\//.test(path) || isTest(path) || /messages|\/suite\//.test(path))
    continue
  const name = districtOf(path)
  districts.set(name, [...(districts.get(name) ?? []), path])
}

let restore = () => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endAllCommands()
    restore()
    process.exit(130)
  })
}

const options = [
  '--bail=1',
  '--passWithNoTests',
  '--reporter=dot',
  '--root',
  root,
  '--project',
  'units',
  '--project',
  'console',
  ...filesOnlyInAll().flatMap((path) => ['--exclude', path]),
]

async function fails(...args: readonly string[]): Promise<boolean> {
  const { code } = await runCommand(tool('vitest'), [...args, ...options])
  return code !== 0
}

function projectOf(path: string): string {
  const [, name = ''] = path.split('/')
  return name === 'instance' ? 'packages/tsconfig.server.json' : `packages/${name}`
}

/** Whether types or the unit tests that import the file fail with the mutant. Tests beside it, which notice most, run first. */
async function isNoticed(path: string, source: string, mutant: string): Promise<boolean> {
  const file = join(root, path)
  const beside = globSync(join(dirname(path), '*.test.{ts,tsx}'), { cwd: root })
  restore = () => writeFileSync(file, source)
  writeFileSync(file, mutant)
  try {
    if (beside.length > 0 && (await fails('run', ...beside))) return true
    const types = await checkTypes(join(root, projectOf(path)))
    return types.code !== 0 || (await fails('related', '--run', file))
  } finally {
    restore()
  }
}

const unnoticed: string[] = []
let done = 0
let left = [...districts.keys()]
while (done < count && districts.size > 0) {
  if (left.length === 0) left = [...districts.keys()]
  const district = pick(left) ?? ''
  left = left.filter((name) => name !== district)
  const files = districts.get(district) ?? []
  const path = pick(files) ?? ''
  const source = readFileSync(join(root, path), 'utf8')
  const mutation = pick(mutationsOf(path, source))
  if (mutation === undefined) {
    const others = files.filter((file) => file !== path)
    if (others.length === 0) districts.delete(district)
    else districts.set(district, others)
    left = left.filter((name) => districts.has(name))
    continue
  }
  done += 1
  const what = describeMutation(path, source, mutation)
  if (done < from) {
    console.log(`not tried ${what}`)
    continue
  }
  const noticed = await isNoticed(path, source, mutated(source, mutation))
  if (!noticed) unnoticed.push(what)
  console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'} ${what}`)
}

const tried = Math.max(0, done - from + 1)
console.log(`\n${tried - unnoticed.length} of ${tried} mutants noticed (seed ${seed})`)
for (const what of unnoticed) console.log(`  ${what}`)
process.exitCode = unnoticed.length > 0 ? 1 : 0
