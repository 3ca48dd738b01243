import type { UsageAnswer, UsageFigures } from '@millwright/contract/wire/usage'
import { expect, test } from 'vitest'
import { readUse } from './recent-use.tsx'

const figures = (requests: number): UsageFigures => ({
  requests,
  errors: 0,
  client_errors: 0,
  refused: 0,
  limited: 0,
  aborted: 0,
  bytes_in: 0,
  bytes_out: 0,
  p50_ms: null,
  p95_ms: null,
  p99_ms: null,
  mean_ms: null,
  max_ms: null,
})
const answer = (names: readonly string[], requests: number, began = '2026-01-01T00:00:00Z'): UsageAnswer => ({
  resource: names.map((group, at) => ({
    start: `2026-11-1${at}T00:00:00.000Z`,
    group,
    group_id: at,
    ...figures(1),
  })),
  meta: {
    from: '2026-10-24T00:00:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
    step: 'day',
    by: 'app',
    total: figures(requests),
    groups: names.map((group, at) => ({ group, group_id: at, ...figures(1) })),
    other: 0,
    gaps: [],
    tracking_started_at: began,
  },
})

test.each([
  [answer([], 0), 'No requests in the last 30 days.'],
  [answer([], 0, '2026-11-20T08:00:00Z'), 'No requests since November 20.'],
  [answer(['Shop'], 1), '1 request in the last 30 days by Shop, the last on November 10.'],
  [answer(['Shop', 'Mobile'], 1204), '1,204 requests in the last 30 days by Shop, Mobile, the last on November 11.'],
  [
    answer(['A', 'B', 'C', 'D'], 10_345_678),
    '10.3M requests in the last 30 days by A, B, C and others, the last on November 13.',
  ],
])('describes usage in a sentence: %#', (told, text) => expect(readUse(told, 'app').text).toBe(text))
