import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../paths.mjs'
import { localLinks } from './documents.ts'
import { isTest } from './source-files.ts'

/** Rows of the tables whose last column has this heading, with the contents of that column. */
function claims(path: string, heading: string): readonly { readonly line: string; readonly proof: string }[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  let within = false
  return lines.flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const last = cells.at(-2)
    if (!line.startsWith('|') || last === undefined) within = false
    else if (last === heading) within = true
    else if (within && !/^-+$/.test(last)) return [{ line, proof: last }]
    return []
  })
}

const testsIn = (path: string, proof: string) => localLinks({ path, text: proof }).filter(isTest)

describe('the pages about security', () => {
  it('name a test for each defence', () => {
    const path = 'docs/security/threat-model.md'
    const defences = claims(path, 'Shown by')
    expect(defences.length).toBeGreaterThan(20)
    expect(defences.filter(({ proof }) => testsIn(path, proof).length === 0).map(({ line }) => line)).toEqual([])
  })

  it('name a test for each section of the standard, or why none applies', () => {
    const path = 'docs/security/asvs.md'
    const sections = claims(path, 'Shown by')
    const unfounded = sections.filter(
      ({ proof }) => testsIn(path, proof).length === 0 && !/^Not applicable because .+\.$/.test(proof),
    )
    expect(sections.length).toBeGreaterThan(50)
    expect(unfounded.map(({ line }) => line)).toEqual([])
  })
})
