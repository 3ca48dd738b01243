import { type LayoutTask, placeTables } from './layout.ts'

// In a worker, since the layout of hundreds of tables takes seconds on a slow machine.
addEventListener('message', ({ data }: MessageEvent<LayoutTask>) => postMessage(placeTables(data)))
