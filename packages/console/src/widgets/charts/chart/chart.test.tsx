import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Chart } from './chart.tsx'
import { stepsBetween } from './chart-layout.ts'
import { wholeNumber } from './chart-words.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 0, 5, 0)
const timeline = { step: hour, starts: stepsBetween(start, start + 3 * hour, hour) }

function show() {
  render(
    <Chart
      title="Requests"
      kind="columns"
      timeline={timeline}
      gaps={[{ from: start, to: start + 60_000, why: 'A node was restarted.' }]}
      until={start + 2.5 * hour}
      format={wholeNumber}
      formatShort={wholeNumber}
      series={[
        { id: 'ok', label: 'Answered', tone: 'accent', pattern: 'solid', values: [1, 20, 300] },
        { id: 'error', label: 'Failed', tone: 'danger', pattern: 'stripes', values: [0, null, 2] },
      ]}
    />,
  )
  return userEvent.setup()
}

test('moves through the steps by keyboard, with the details and uncertainties of each', async () => {
  const user = show()
  const plot = screen.getByRole('slider', { name: 'Requests, step by step' })
  expect(plot.getAttribute('aria-valuetext')).toContain('Answered 300, Failed 2. Incomplete.')
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(plot)
  await user.keyboard('{ArrowLeft}')
  expect(plot.getAttribute('aria-valuetext')).toMatch(/Answered 20, Failed unknown$/)
  await user.keyboard('{Home}')
  expect(plot.getAttribute('aria-valuetext')).toContain('A node was restarted.')
  await user.keyboard('{ArrowLeft}{End}')
  expect(plot.getAttribute('aria-valuenow')).toBe('2')
})

test('shows the same data as a table', async () => {
  const user = show()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent?.replace(/^.*?–\s?\S+(\s[AP]M)?/, ''))).toEqual([
    'TimeAnsweredFailed',
    ' Incomplete.3002',
    '20unknown',
    ' A node was restarted.10',
  ])
  expect(screen.getByRole('button', { name: 'Show as chart' })).toBeTruthy()
})
