import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TrialResult } from './trial-result.tsx'
import type { TrialAnswer } from './trial-wire.ts'

afterEach(cleanup)

const changed: TrialAnswer = {
  ok: true,
  duration_ms: 1,
  changes: [{ path: 'request.payload', kind: 'changed', before: 1, after: 2 }],
  outcome: { kind: 'unchanged' },
}
const show = (answer: TrialAnswer, mayModify: boolean, onAllow: (() => void) | null = null) =>
  render(<TrialResult answer={answer} mayModify={mayModify} onAllow={onAllow} onLine={() => {}} />)

test('changes that the script may not make are said to be discarded, and what would apply them', () => {
  show(changed, false)
  expect(screen.getByText('Changes discarded')).toBeTruthy()
  screen.getByText(/cannot modify the payload: tick “Allow script to modify”/)
  expect(screen.queryByRole('button', { name: 'Allow and run again' })).toBeNull()
})

test('one press allows the changes, where there is anything to change', () => {
  let allowed = 0
  show(changed, false, () => {
    allowed += 1
  })
  screen.getByRole('button', { name: 'Allow and run again' }).click()
  expect(allowed).toBe(1)
})

test('a script that changes nothing is done, with or without the tick', () => {
  for (const mayModify of [true, false]) {
    show({ ...changed, changes: [] }, mayModify)
    screen.getByText('The script changed nothing.')
    cleanup()
  }
})

test('values of several lines are shown by the lines that differ', async () => {
  const record = { id: 1, name: 'bolt', stock: 5 }
  const changes = [
    { path: 'request.payload', kind: 'changed', before: record, after: { ...record, name: 'nut' } },
  ] as const
  show({ ...changed, changes }, true)
  expect((await screen.findByText(/"bolt"/)).tagName).toBe('DEL')
  expect(screen.getByText(/"nut"/).textContent).toBe('  "name": "nut",')
  expect(screen.getByText(/"stock": 5/).tagName).toBe('SPAN')
})
