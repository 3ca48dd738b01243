import { Problem } from '@millwright/contract/problem'
import { describe, expect, it } from 'vitest'
import { KeyedMutex, Semaphore } from './semaphore.ts'

const refusal = () => new Problem(503, 'Busy.')
const aTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('a semaphore', () => {
  it('never exceeds its width, rejects work beyond its depth and continues after failures', async () => {
    const queue = new Semaphore({ width: 2, depth: 3, refusal })
    const gates: (() => void)[] = []
    let running = 0
    let most = 0
    const job = () =>
      queue.run(async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise<void>((open) => gates.push(open))
        running -= 1
        throw new Error('failed')
      })
    const jobs = Array.from({ length: 5 }, () => job().catch((error: Error) => error.message))
    await expect(job()).rejects.toMatchObject({ status: 503 })
    for (let opened = 0; opened < 5; opened++) {
      gates.shift()?.()
      await aTurn()
    }
    expect(await Promise.all(jobs)).toEqual(Array(5).fill('failed'))
    expect(most).toBe(2)
    await expect(queue.run(async () => 'free again')).resolves.toBe('free again')
  })

  it('lets one waiter time out without affecting others', async () => {
    const mutex = new Semaphore({ patience: 20, refusal })
    expect(mutex.tryAcquire()).toBe(true)
    await expect(mutex.acquire()).rejects.toMatchObject({ status: 503 })
    expect([mutex.hasWaiters, mutex.tryAcquire()]).toEqual([false, false])
    const next = mutex.acquire()
    expect(mutex.hasWaiters).toBe(true)
    mutex.release()
    await next
    mutex.release()
    expect(mutex.tryAcquire()).toBe(true)
  })

  it('serves waiters in order', async () => {
    const mutex = new Semaphore({ refusal })
    const order: number[] = []
    const work = (each: number) => async () => {
      await aTurn()
      order.push(each)
    }
    await Promise.all([1, 2, 3].map((each) => mutex.run(work(each))))
    expect(order).toEqual([1, 2, 3])
  })
})

describe('a mutex by keys', () => {
  it('serializes work on one key, also after failures, but not across keys', async () => {
    const mutex = new KeyedMutex()
    const order: string[] = []
    const work = (name: string, turns: number) => async () => {
      for (let turn = 0; turn < turns; turn += 1) await aTurn()
      order.push(name)
      if (name === 'a1') throw new Error('failed')
      return name
    }
    const all = [mutex.run('a', work('a1', 4)), mutex.run('a', work('a2', 0)), mutex.run('b', work('b', 1))]
    const ended = await Promise.allSettled(all)
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(order).toEqual(['b', 'a1', 'a2'])
  })
})
