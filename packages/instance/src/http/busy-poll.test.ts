import { describe, expect, it } from 'vitest'
import { BusyPoll } from './busy-poll.ts'

const microsecond = 0.001

/** A poll whose time passes, and whose turns come, only when told. */
function watched(processors = 2) {
  let time = 0
  const turns: (() => void)[] = []
  const poll = new BusyPoll({ processors, now: () => time, inNextTurn: (callback) => turns.push(callback) })
  return {
    begin: (connection: object) => poll.begin(connection, time),
    end: () => poll.end(time),
    wait: (microseconds: number) => {
      time += microseconds * microsecond
    },
    turn: () => turns.shift()?.(),
    isPolling: () => turns.length > 0,
    /** A request that is answered at once. */
    ask(connection: object) {
      poll.begin(connection, time)
      poll.end(time)
    },
  }
}

describe('no busy polling', () => {
  it('before a client has asked twice', () => {
    const { ask, isPolling } = watched()
    ask({})
    expect(isPolling()).toBe(false)
  })

  it('for a client that takes its time', () => {
    const client = {}
    const { ask, wait, isPolling } = watched()
    ask(client)
    wait(201)
    ask(client)
    expect(isPolling()).toBe(false)
  })

  it('for clients that take turns', () => {
    const { ask, wait, isPolling } = watched()
    ask({})
    wait(50)
    ask({})
    expect(isPolling()).toBe(false)
  })

  it('for a client that asks for two things at once', () => {
    const client = {}
    const { ask, begin, end, wait, isPolling } = watched()
    ask(client)
    wait(50)
    begin(client)
    begin(client)
    end()
    end()
    expect(isPolling()).toBe(false)
  })

  it('where the client could not run meanwhile', () => {
    const client = {}
    const { ask, wait, isPolling } = watched(1)
    ask(client)
    wait(50)
    ask(client)
    expect(isPolling()).toBe(false)
  })
})

describe('busy polling', () => {
  const polled = () => {
    const client = {}
    const poll = watched()
    poll.ask(client)
    poll.wait(50)
    poll.ask(client)
    return { client, ...poll }
  }

  it('begins with the second request that follows an answer at once, and goes on from turn to turn', () => {
    const { turn, wait, isPolling } = polled()
    expect(isPolling()).toBe(true)
    wait(90)
    turn()
    expect(isPolling()).toBe(true)
  })

  it('ends after a tenth of a millisecond without a request', () => {
    const { turn, wait, isPolling } = polled()
    wait(101)
    turn()
    expect(isPolling()).toBe(false)
  })

  it('ends while a request waits for something else, such as a database', () => {
    const { client, begin, turn, wait, isPolling } = polled()
    wait(20)
    begin(client)
    turn()
    expect(isPolling()).toBe(false)
  })

  it('is extended by the next answer, and still looks once per turn', () => {
    const { client, ask, turn, wait, isPolling } = polled()
    wait(20)
    ask(client)
    wait(90)
    turn()
    expect(isPolling()).toBe(true)
    turn()
    turn()
    wait(20)
    turn()
    expect(isPolling()).toBe(false)
  })
})
