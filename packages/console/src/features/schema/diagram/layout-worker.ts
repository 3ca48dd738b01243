import { type LayoutTask, placeTables } from './layout.ts'

// Beside the page, as hundreds of tables take seconds on a slow machine.
addEventListener('message', ({ data }: MessageEvent<LayoutTask>) => postMessage(placeTables(data)))
