import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@millwright/connector/error-words'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  SpanKind as Kind,
  ROOT_CONTEXT,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import { version } from '../version.ts'
import { outsideRequests } from './request-context.ts'
import type { Attributes, OpenSpan, Tracing, TracingSettings } from './tracing.ts'

const kinds = { internal: Kind.INTERNAL, client: Kind.CLIENT, server: Kind.SERVER } as const
const propagator = new W3CTraceContextPropagator()
/** Milliseconds that a stopping node waits for the collector to accept its spans. */
const closingPatience = 2_000
/** Milliseconds between error messages in the log. */
const errorLogInterval = 60_000

/** Exports spans by OTLP over HTTP, as JSON (docs/operate/traces.md). */
export function createTracing({ endpoint, ratio, serviceName }: TracingSettings, log: Log): Tracing {
  complainTo(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: endpoint }) })],
  })
  const tracer = provider.getTracer('millwright', version)
  return {
    begin(name, headers, attributes) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      return openSpan(tracer, { name, kind: 'server', attributes }, parent)
    },
    close: () => Promise.race([provider.shutdown(), wait(closingPatience, undefined, { ref: false })]),
  }
}

interface SpanStart {
  readonly name: string
  readonly kind: keyof typeof kinds
  readonly attributes: Attributes
}

function openSpan(tracer: Tracer, { name, kind, attributes }: SpanStart, parent: Context): OpenSpan {
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, parent)
  const own = trace.setSpan(parent, span)
  return {
    child: (childName, childKind, more) =>
      openSpan(tracer, { name: childName, kind: childKind, attributes: more }, own),
    get headers() {
      const carrier: Record<string, string> = {}
      propagator.inject(own, carrier, defaultTextMapSetter)
      return carrier
    },
    note: (found) => void span.setAttributes({ ...found }),
    end(failed) {
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** Logs lost spans once in a while, outside the context of the request that happened to start the timer. */
function complainTo(log: Log): void {
  let last = Number.NEGATIVE_INFINITY
  setGlobalErrorHandler((error) => {
    if (performance.now() - last < errorLogInterval) return
    last = performance.now()
    outsideRequests(() => log(`Traces cannot be sent: ${messageOf(error)}`, 'warn'))
  })
}
