import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../paths.mjs'
import { driverSteps, pythonFaults } from './script-drivers.ts'

test('a Python driver is rejected for syntax errors, unknown names and unused code', () => {
  expect(pythonFaults('a.py', 'def f(:\n')[0]).toContain('a.py:1')
  expect(pythonFaults('a.py', 'print(missing)\n')[0]).toContain('F821')
  expect(pythonFaults('a.py', 'import os\n')[0]).toContain('F401')
  expect(pythonFaults('a.py', 'print(1)\n')).toEqual([])
})

test('the existing drivers pass, or are counted as skipped', async () => {
  expect(globSync('packages/instance/src/**/drivers/*.{py,php}', { cwd: root })).not.toEqual([])
  for (const step of driverSteps) {
    const { counts, output } = await step.run()
    expect([counts.failed, output]).toEqual([0, counts.skipped === 0 ? '' : expect.stringContaining('No PHP')])
  }
})
