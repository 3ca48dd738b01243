import type { Worker } from 'node:cluster'
import type { Figures, Prometheus } from './platform/instruments/prometheus.ts'

/** Messages of a scrape, in this order: the scraped worker asks the primary process, which asks all workers, and returns their figures. */
interface ScrapeRequest {
  readonly scraped: number
}
interface FiguresRequest {
  readonly asked: number
}
interface FiguresResponse {
  readonly told: number
  readonly figures: Figures
}
interface ScrapeResponse {
  readonly gathered: number
  readonly all: readonly Figures[]
}

/** Milliseconds to wait for workers; late ones are left out. */
const patience = 2_000

/** In the primary process: returns a function, to be called for each worker, that answers its scrapes with the figures of all `workers`. */
export function createMetricsAggregator(workers: ReadonlySet<Worker>): (worker: Worker) => void {
  const waiting = new Map<number, (figures: Figures) => void>()
  let count = 0

  async function figuresOf(worker: Worker): Promise<readonly Figures[]> {
    count += 1
    const id = count
    const { promise, resolve } = Promise.withResolvers<readonly Figures[]>()
    waiting.set(id, (figures) => resolve([figures]))
    const late = setTimeout(() => resolve([]), patience)
    const message: FiguresRequest = { asked: id }
    if (worker.isConnected()) worker.send(message)
    const workerFigures = await promise
    clearTimeout(late)
    waiting.delete(id)
    return workerFigures
  }

  async function gather(asker: Worker, id: number): Promise<void> {
    const all = await Promise.all([...workers].map(figuresOf))
    const message: ScrapeResponse = { gathered: id, all: all.flat() }
    if (asker.isConnected()) asker.send(message)
  }

  return (worker) => {
    worker.on('message', (message: unknown) => {
      if (isScraped(message)) void gather(worker, message.scraped)
      else if (isTold(message)) waiting.get(message.told)?.(message.figures)
    })
  }
}

/** In a worker: returns the metrics of all workers (docs/operate/metrics.md), or only its own if the primary process does not respond. */
export function metricsOfAllWorkers({ figures, text, textOf }: Prometheus): () => Promise<string> {
  const scrapes = new Map<number, (all: readonly Figures[]) => void>()
  let count = 0
  process.on('message', (message: unknown) => {
    if (isGathered(message)) scrapes.get(message.gathered)?.(message.all)
    else if (isAsked(message)) void tell(message.asked)
  })

  async function tell(id: number): Promise<void> {
    const message: FiguresResponse = { told: id, figures: await figures() }
    process.send?.(message)
  }

  return async () => {
    count += 1
    const id = count
    const { promise, resolve } = Promise.withResolvers<readonly Figures[]>()
    scrapes.set(id, resolve)
    const late = setTimeout(() => resolve([]), patience + patience)
    const message: ScrapeRequest = { scraped: id }
    process.send?.(message)
    const all = await promise
    clearTimeout(late)
    scrapes.delete(id)
    return all.length === 0 ? text() : textOf(all)
  }
}

const isScraped = (message: unknown): message is ScrapeRequest => typeof Object(message).scraped === 'number'
const isAsked = (message: unknown): message is FiguresRequest => typeof Object(message).asked === 'number'
const isTold = (message: unknown): message is FiguresResponse => typeof Object(message).told === 'number'
const isGathered = (message: unknown): message is ScrapeResponse => typeof Object(message).gathered === 'number'
