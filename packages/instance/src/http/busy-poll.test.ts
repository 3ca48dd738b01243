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
    /** One request after another on a connection, each answered at once. */
    serve(connection: object, requests: number, pause: number) {
      for (let request = 0; request < requests; request += 1) {
        poll.begin(connection, time)
        poll.end(time)
        time += pause * microsecond
      }
    },
  }
}

describe('no busy polling', () => {
  it('before a client has asked twice', () => {
    const { begin, end, isPolling } = watched()
    begin({})
    end()
    expect(isPolling()).toBe(false)
  })

  it('for a client that takes its time', () => {
    const client = {}
    const { begin, end, serve, isPolling } = watched()
    serve(client, 3, 1000)
    begin(client)
    end()
    expect(isPolling()).toBe(false)
  })

  it('for clients that take turns', () => {
    const [one, other] = [{}, {}]
    const { begin, end, serve, isPolling } = watched()
    serve(one, 1, 50)
    begin(other)
    end()
    expect(isPolling()).toBe(false)
  })

  it('for a client that asks for two things at once', () => {
    const client = {}
    const { begin, end, wait, isPolling } = watched()
    begin(client)
    begin(client)
    end()
    wait(50)
    end()
    expect(isPolling()).toBe(false)
  })

  it('where the client could not run meanwhile', () => {
    const client = {}
    const { begin, end, wait, isPolling } = watched(1)
    for (let request = 0; request < 3; request += 1) {
      begin(client)
      end()
      wait(50)
    }
    expect(isPolling()).toBe(false)
  })
})

describe('busy polling', () => {
  const polled = () => {
    const client = {}
    const poll = watched()
    poll.serve(client, 1, 50)
    poll.begin(client)
    poll.end()
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

  it('goes on once after each answer, not once for each', () => {
    const { client, begin, end, turn, wait, isPolling } = polled()
    wait(20)
    begin(client)
    end()
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
