import type { Worker } from 'node:cluster'
import { messageOf } from '@millwright/connector/error-words'
import type { SiblingEvents, Siblings } from './platform/siblings.ts'

/** From a worker: a text for the others; a heartbeat, which is sent back; a call of a method, and its result. */
interface TextMessage {
  readonly text: string
}
interface BeatMessage {
  readonly beat: number
}
interface CallMessage {
  readonly call: number
  readonly kept: string
  readonly method: string
  readonly args: readonly unknown[]
}
interface ResultMessage {
  readonly result: number
  readonly value?: unknown
  readonly failure?: string
}

/** Objects that the primary process keeps for all workers, by name. */
export type Kept = Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>

/** In the primary process: returns a function, to be called for each worker, that passes on what it tells, and calls what it asks for. */
export function createSiblingRelay(workers: () => Iterable<Worker>, kept: Kept): (worker: Worker) => void {
  async function resultOf({ call, kept: name, method, args }: CallMessage): Promise<ResultMessage> {
    try {
      return { result: call, value: await kept[name]?.[method]?.(...(args as never[])) }
    } catch (error) {
      return { result: call, failure: messageOf(error) }
    }
  }

  return (worker) => {
    const send = (to: Worker, message: TextMessage | BeatMessage | ResultMessage) => {
      if (to.isConnected()) to.send(message)
    }
    worker.on('message', (message: unknown) => {
      if (isText(message)) for (const other of workers()) if (other !== worker) send(other, message)
      if (isBeat(message)) send(worker, message)
      if (isCall(message)) void resultOf(message).then((result) => send(worker, result))
    })
  }
}

/** In a worker: its siblings. */
export function connectSiblings(): Siblings {
  const listeners = new Set<SiblingEvents>()
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0

  process.on('message', (message: unknown) => {
    if (isText(message)) for (const { heard } of listeners) heard(message.text)
    else if (isBeat(message)) for (const { beaten } of listeners) beaten(message.beat)
    else if (isResult(message)) answered(message)
  })

  function answered({ result, value, failure }: ResultMessage): void {
    const call = calls.get(result)
    calls.delete(result)
    if (failure === undefined) call?.resolve(value)
    else call?.reject(new Error(failure))
  }

  return {
    tell: (text) => send({ text }),
    beat: (beat) => send({ beat }),
    hear(events) {
      listeners.add(events)
      return () => void listeners.delete(events)
    },
    async ask(kept, method, args) {
      count += 1
      const call = Promise.withResolvers<unknown>()
      calls.set(count, call)
      await send({ call: count, kept, method, args })
      return call.promise
    },
  }
}

/** Resolves once the message has left this process, so that it arrives even if the process dies. */
function send(message: TextMessage | BeatMessage | CallMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) throw new Error('This process is not a worker.')
    process.send(message, undefined, undefined, (error) => (error === null ? resolve() : reject(error)))
  })
}

const isText = (message: unknown): message is TextMessage => typeof Object(message).text === 'string'
const isBeat = (message: unknown): message is BeatMessage => typeof Object(message).beat === 'number'
const isCall = (message: unknown): message is CallMessage => typeof Object(message).call === 'number'
const isResult = (message: unknown): message is ResultMessage => typeof Object(message).result === 'number'
