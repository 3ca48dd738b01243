import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { counters, gauges, timers } from '../../packages/instance/src/platform/instruments/instruments.ts'
import { root } from '../paths.mjs'

const path = 'deploy/helm/millwright/prometheus-rules.yaml'
const read = (name: string) => readFileSync(join(root, name), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

const { groups } = load(read(path)) as { groups: readonly { readonly rules: readonly Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

describe('the alert rules', () => {
  it('use metrics that exist', () => {
    const known = [...Object.keys({ ...counters, ...gauges }), ...Object.keys(timers).map((name) => `${name}_count`)]
    const used = rules.flatMap(({ expr }) => expr.match(/\bmillwright_\w+/g) ?? [])
    expect(used.length).toBeGreaterThan(8)
    expect(used.filter((name) => !known.includes(name))).toEqual([])
  })

  it('each have a section of their name in troubleshooting, and no section is left over', () => {
    const page = 'docs/operate/troubleshooting.md'
    const sections = [...read(page).matchAll(/^### (Millwright\w+)$/gm)].map(([, name]) => name)
    expect(sections).toEqual(rules.map(({ alert }) => alert))
    for (const { alert, annotations } of rules) expect(annotations.runbook).toBe(`${page}#${alert.toLowerCase()}`)
  })

  const hasPromtool = spawnSync('promtool', ['--version']).error === undefined
  it.skipIf(!hasPromtool)('are accepted by promtool', () => {
    const { status, stdout } = spawnSync('promtool', ['check', 'rules', join(root, path)], { encoding: 'utf8' })
    expect({ status, found: stdout.match(/SUCCESS: (\d+) rules found/)?.[1] }).toEqual({
      status: 0,
      found: String(rules.length),
    })
  })
})
