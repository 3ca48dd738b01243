import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConditionFields, type TypedCondition } from './condition-fields.tsx'

beforeEach(() => void vi.stubEnv('TZ', 'Asia/Kolkata'))
afterEach(() => void vi.unstubAllEnvs())

const columns = [
  { name: 'seen_at', label: 'Seen at', kind: 'datetime', isZoned: true, values: [] },
  { name: 'made', label: 'Made', kind: 'datetime', values: [] },
  { name: 'born', label: 'Born', kind: 'date', values: [] },
  { name: 'opens', label: 'Opens', kind: 'time', values: [] },
] as const

type Named = (typeof columns)[number]['name']

function Filter({ field, tell }: { field: Named; tell: (condition: TypedCondition) => void }) {
  const [condition, setCondition] = useState<TypedCondition>({ field, operator: '>', value: '' })
  tell(condition)
  return (
    <ConditionFields
      columns={columns}
      labels={{ field: 'Field', operator: 'Operator', value: 'Value' }}
      condition={condition}
      onChange={(change) => setCondition({ ...condition, ...change })}
    />
  )
}

function open(field: Named) {
  const told: TypedCondition[] = []
  const { container } = render(<Filter field={field} tell={(condition) => told.push(condition)} />)
  const pick = (picked: string) => {
    const picker = container.querySelector('input[aria-hidden]')
    if (picker === null) throw new Error('no picker')
    fireEvent.change(picker, { target: { value: picked } })
  }
  return { pick, value: () => told.at(-1)?.value }
}

test('a moment is picked with its time, in the zone of the reader, which is named and sent', () => {
  const { pick, value } = open('seen_at')
  expect(screen.getByText(/^Time zone: Asia\/(Kolkata|Calcutta)$/)).toBeTruthy()
  pick('2026-11-28T13:24:42')
  expect(value()).toBe('2026-11-28T13:24:42+05:30')
})

test('a typed moment gets that zone when the field is left or sent, and keeps another that is typed', async () => {
  const user = userEvent.setup()
  const { value } = open('seen_at')
  const field = screen.getByRole('textbox', { name: 'Value' })
  await user.type(field, '2026-11-28 13:24')
  expect(value()).toBe('2026-11-28 13:24')
  await user.tab()
  expect(value()).toBe('2026-11-28T13:24:00+05:30')
  await user.clear(field)
  await user.type(field, '2026-11-28{Enter}')
  expect(value()).toBe('2026-11-28T00:00:00+05:30')
  await user.clear(field)
  await user.type(field, '2026-11-28T13:24:00Z{Enter}')
  expect(value()).toBe('2026-11-28T13:24:00Z')
})

test('a time without a zone is picked and compared as it is stored', () => {
  const { pick, value } = open('made')
  expect(screen.getByText('As stored, without time zone')).toBeTruthy()
  pick('2026-11-28T13:24')
  expect(value()).toBe('2026-11-28 13:24:00')
})

test('days and times of day have neither time nor day', () => {
  const day = open('born')
  day.pick('2026-11-28')
  expect(day.value()).toBe('2026-11-28')
  expect(screen.queryByText(/zone/)).toBeNull()
})

test('a time of day is picked', () => {
  const time = open('opens')
  time.pick('07:30')
  expect(time.value()).toBe('07:30:00')
})
