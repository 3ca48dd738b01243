/** A thread that reads YAML, for which other requests would have to wait: takes a text, and returns its value as JSON, or what is wrong with it. */
import { parentPort, workerData } from 'node:worker_threads'
import { load, YAMLException } from 'js-yaml'
import { isBounded } from './bounded-value.ts'

function read(): object {
  try {
    const value = load(String(workerData))
    return isBounded(value) ? { json: JSON.stringify(value) ?? 'null' } : { tooMuch: true }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    return { reason: error.reason, line: error.mark?.line }
  }
}

parentPort?.postMessage(read())
