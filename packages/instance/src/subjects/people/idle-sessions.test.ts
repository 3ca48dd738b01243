import { describe, expect, it } from 'vitest'
import { testClock } from '../../testing/test-clock.ts'
import { testInstance } from '../../testing/test-instance.ts'

describe('sessions that nobody uses', () => {
  const open = async (sessionIdle: number, more: object = {}) => {
    const clock = testClock()
    const { send, make } = await testInstance({
      clock,
      config: { tokenTtl: 900, tokenRefreshTtl: 86_400, sessionIdle, ...more },
    })
    let { token } = await make.user()
    return async (seconds: number) => {
      clock.advance(seconds)
      const answer = await send<{ session_token: string; error?: { message: string } }>('PUT', 'user/session', {
        as: { token },
      })
      token = answer.body.session_token ?? token
      return answer.body.error?.message ?? answer.status
    }
  }
  const over = 'Token refresh failed. Token has expired and can no longer be refreshed'

  it('end a while after their token, which clients are told as the end of a session', async () => {
    const refreshAfter = await open(600)
    expect(await refreshAfter(1499)).toBe(200)
    expect(await refreshAfter(1500)).toBe(over)
  })

  it('do not outlast that by being remembered', async () => {
    const refreshAfter = await open(600, { allowForeverSessions: true })
    expect(await refreshAfter(1500)).toBe(over)
  })

  it('go on as long as they are used, but not beyond the time from their login', async () => {
    const refreshAfter = await open(600)
    for (let used = 0; used < 86_400 - 1440; used += 1440) expect(await refreshAfter(1440)).toBe(200)
    expect(await refreshAfter(1440)).toBe(over)
  })

  it('last for the time from their login where no other end is set', async () => {
    const refreshAfter = await open(0)
    expect(await refreshAfter(86_399)).toBe(200)
    expect(await refreshAfter(1)).toBe(over)
  })
})
