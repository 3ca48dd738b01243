import type { ServiceKind } from '../gateway/service-kind.ts'
import type { Against } from './against.ts'
import { testedAgainst } from './tested-against.ts'

const begin = '<!-- Written by the test of the catalogue: vitest --update. -->'

/** The page with its table of types as the suites declare what they run on. */
export function connectorsPage(page: string, kinds: readonly ServiceKind[]): string {
  const head = page.slice(0, page.indexOf(begin))
  const rows = kinds.map(rowOf)
  return [
    `${head}${begin}`,
    '',
    '| Type | What people call it | Real servers | Stand-ins | Tests |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

function rowOf({ name, label, make }: ServiceKind): string {
  const { against, test } = testedAgainst(name)
  if (make === undefined && against.length === 0) return `| \`${name}\` | ${label} | does not run here | | |`
  const named = (kind: Against['kind']) =>
    [...new Set(against.filter((each) => each.kind === kind).map((each) => each.name))].join(', ')
  const link = test === '' ? 'the texts of its SQL alone' : `[${test}](../packages/instance/src/subjects/${test})`
  const whose = make === undefined ? ', by its connector' : ''
  return `| \`${name}\` | ${label}${whose} | ${named('real')} | ${named('stand-in')} | ${link} |`
}
