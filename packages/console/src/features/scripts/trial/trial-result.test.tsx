import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TrialResult } from './trial-result.tsx'
import type { TrialAnswer } from './trial-wire.ts'

const changed: TrialAnswer = {
  ok: true,
  duration_ms: 1,
  changes: [{ path: 'request.payload', kind: 'changed', before: 1, after: 2 }],
  outcome: { kind: 'unchanged' },
}
const show = (answer: TrialAnswer, mayModify: boolean, onAllow: (() => void) | null = null) =>
  render(<TrialResult answer={answer} mayModify={mayModify} onAllow={onAllow} onLine={() => {}} />)

test('reports changes that are discarded because the script may not make them, and how to apply them', () => {
  show(changed, false)
  expect(screen.getByText('Changes discarded')).toBeTruthy()
  screen.getByText(/cannot modify the payload: tick “Allow script to modify”/)
  expect(screen.queryByRole('button', { name: 'Allow and run again' })).toBeNull()
})

test('allows the changes with one click if there is anything to change', () => {
  let allowed = 0
  show(changed, false, () => {
    allowed += 1
  })
  screen.getByRole('button', { name: 'Allow and run again' }).click()
  expect(allowed).toBe(1)
})

test('reports success for a script that changes nothing, whatever its permission', () => {
  for (const mayModify of [true, false]) {
    show({ ...changed, changes: [] }, mayModify)
    screen.getByText('The script changed nothing.')
    cleanup()
  }
})

test('shows multi-line values by the lines that differ', async () => {
  const record = { id: 1, name: 'bolt', stock: 5 }
  const changes = [
    { path: 'request.payload', kind: 'changed', before: record, after: { ...record, name: 'nut' } },
  ] as const
  show({ ...changed, changes }, true)
  expect((await screen.findByText(/"bolt"/)).tagName).toBe('DEL')
  expect(screen.getByText(/"nut"/).textContent).toBe('  "name": "nut",')
  expect(screen.getByText(/"stock": 5/).tagName).toBe('SPAN')
})
