import { expect, it } from 'vitest'
import { Pool, type PooledConnection, type PoolOptions } from './connection-pool.ts'

class TestConnection implements PooledConnection {
  usable = true
  ended = false

  async end(): Promise<void> {
    this.usable = false
    this.ended = true
  }
}

function poolOf(options: Partial<PoolOptions<TestConnection>> = {}) {
  const made: TestConnection[] = []
  const connect = async () => {
    const connection = new TestConnection()
    made.push(connection)
    return connection
  }
  return {
    made,
    pool: new Pool({ connect, most: 2, patience: 20_000, idle: 60_000, where: 'the database on x:1', ...options }),
  }
}

it('rejects with 503 if no connection is released in time', async () => {
  const { pool } = poolOf({ most: 1, patience: 1 })
  const held = await pool.acquire()
  await expect(pool.acquire()).rejects.toMatchObject({
    status: 503,
    message: 'All 1 connections to the database on x:1 are in use. Please try again.',
    headers: { 'Retry-After': '1' },
  })
  pool.release(held)
  expect(await pool.acquire()).toBe(held)
})

it('rejects all waiting callers if connecting fails, and tries again for the next one', async () => {
  let away = true
  const { pool } = poolOf({
    most: 1,
    connect: async () => {
      if (away) throw new Error('away')
      return new TestConnection()
    },
  })
  const asked = [pool.acquire(), pool.acquire(), pool.acquire()]
  for (const outcome of await Promise.allSettled(asked)) expect(outcome).toMatchObject({ reason: { message: 'away' } })
  away = false
  expect(await pool.acquire()).toMatchObject({ usable: true })
})

it('rejects once it is closed', async () => {
  const { pool } = poolOf()
  await pool.close()
  expect(() => pool.acquire()).toThrow(expect.objectContaining({ status: 503 }))
})

it('never exceeds its limit, and serves callers in order', async () => {
  const { pool, made } = poolOf()
  const got: number[] = []
  const work = async (number: number) => {
    const connection = await pool.acquire()
    got.push(number)
    await Promise.resolve()
    pool.release(connection)
  }
  await Promise.all(Array.from({ length: 50 }, (_, number) => work(number)))
  expect(made).toHaveLength(2)
  expect(got).toEqual(Array.from({ length: 50 }, (_, number) => number))
})

it('replaces a broken connection, also for waiting callers', async () => {
  const { pool, made } = poolOf({ most: 1 })
  const first = await pool.acquire()
  const waiting = pool.acquire()
  first.usable = false
  pool.release(first)
  const second = await waiting
  expect([second === first, first.ended, made.length]).toEqual([false, true, 2])
  pool.release(second)
  second.usable = false
  expect(await pool.acquire()).not.toBe(second)
})

it('closes when the last connection is released, and ends all connections', async () => {
  const { pool, made } = poolOf()
  const one = await pool.acquire()
  const other = await pool.acquire()
  pool.release(other)
  let closed = false
  const closing = pool.close().then(() => {
    closed = true
  })
  await Promise.resolve()
  expect(closed).toBe(false)
  pool.release(one)
  await closing
  expect(made.every(({ ended }) => ended)).toBe(true)
})
