import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import {
  type CounterName,
  counters,
  type Figure,
  type GaugeName,
  gauges,
  type Instruments,
  type TimerName,
  timers,
} from './instruments.ts'

/** All metrics of a process, in the form in which they are sent between processes. */
export type Figures = readonly object[]

export interface Prometheus {
  readonly instruments: Instruments
  /** Returns all metrics in Prometheus text format. */
  text(): Promise<string>
  figures(): Promise<Figures>
  /** Merges the metrics of several processes into one text: sums, except for gauges with another aggregator. */
  textOf(all: readonly Figures[]): Promise<string>
  readonly contentType: string
}

/** Bucket bounds in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** How gauges of several processes are merged; absent: summed. */
const aggregators: Partial<Record<GaugeName, Aggregator>> = {
  millwright_build_info: 'first',
  millwright_ready: 'min',
  millwright_dependency_up: 'min',
  millwright_script_queue: 'first',
}

type Read = Parameters<Instruments['watch']>[1]

/** Metrics of a node (docs/operate/metrics.md). Process metrics are collected from the first request for metrics on. */
export function createPrometheus(): Prometheus {
  const register = new Registry()
  const registers = [register]
  const counted = new Map<CounterName, Counter>()
  for (const [name, { help, labels }] of entries(counters)) {
    counted.set(name, new Counter({ name, help, labelNames: [...labels], registers }))
  }
  const timed = new Map<TimerName, Histogram>()
  for (const [name, { help, labels }] of entries(timers)) {
    timed.set(name, new Histogram({ name, help, labelNames: [...labels], buckets, registers }))
  }
  const readings = new Map<GaugeName, Read[]>()
  for (const [name, { help, labels }] of entries(gauges)) {
    const reads: Read[] = []
    readings.set(name, reads)
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers,
      aggregator: aggregators[name] ?? 'sum',
      async collect() {
        gauge.reset()
        // A gauge without labels would reset to 0, a value that was never measured.
        if (labels.length === 0) gauge.remove()
        for (const figure of await figuresOf(reads)) gauge.set({ ...figure.labels }, figure.value)
      },
    })
  }

  let ofProcess = false
  const watchProcess = () => {
    if (!ofProcess) collectDefaultMetrics({ register })
    ofProcess = true
  }

  return {
    contentType: register.contentType,
    instruments: {
      count: (counter, labels = {}) => counted.get(counter)?.inc({ ...labels }),
      time: (timer, seconds, labels = {}) => timed.get(timer)?.observe({ ...labels }, seconds),
      timer(timer, labels) {
        const bound = timed.get(timer)?.labels({ ...labels })
        return (seconds) => bound?.observe(seconds)
      },
      watch: (gauge, read) => void readings.get(gauge)?.push(read),
    },
    async text() {
      watchProcess()
      return register.metrics()
    },
    async figures() {
      watchProcess()
      return register.getMetricsAsJSON()
    },
    textOf: (all) => AggregatorRegistry.aggregate(all.map((figures) => [...figures])).metrics(),
  }
}

async function figuresOf(reads: readonly Read[]): Promise<readonly Figure[]> {
  const figures = await Promise.all(reads.map(async (read) => read()).map((each) => each.catch(() => [])))
  return figures.flat()
}

/** `Object.entries` with typed names. */
function entries<Name extends string, Value>(record: Readonly<Record<Name, Value>>): [Name, Value][] {
  return Object.entries(record) as [Name, Value][]
}
