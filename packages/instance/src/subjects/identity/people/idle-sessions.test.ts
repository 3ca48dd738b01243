import { describe, expect, it } from 'vitest'
import { testClock } from '../../../testing/test-clock.ts'
import { testInstance } from '../../../testing/test-instance.ts'

describe('idle sessions', () => {
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

  it('end some time after their token expires, which clients get as the end of a session', async () => {
    const refreshAfter = await open(600)
    expect(await refreshAfter(1499)).toBe(200)
    expect(await refreshAfter(1500)).toBe(over)
  })

  it('do not last longer with remember_me', async () => {
    const refreshAfter = await open(600, { allowForeverSessions: true })
    expect(await refreshAfter(1500)).toBe(over)
  })

  it('continue while in use, but not beyond the maximum time since login', async () => {
    const refreshAfter = await open(600)
    for (let used = 0; used < 86_400 - 1440; used += 1440) expect(await refreshAfter(1440)).toBe(200)
    expect(await refreshAfter(1440)).toBe(over)
  })

  it('last for the maximum time since login if no idle limit is set', async () => {
    const refreshAfter = await open(0)
    expect(await refreshAfter(86_399)).toBe(200)
    expect(await refreshAfter(1)).toBe(over)
  })
})
