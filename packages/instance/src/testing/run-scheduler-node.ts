import { openSecret } from '../platform/vault.ts'
import { openStore } from '../store/open-store.ts'
import { createScheduler } from '../subjects/integrations/scheduler/scheduler.ts'
import { createTaskStore } from '../subjects/integrations/scheduler/task-store.ts'

/**
 * Run as a separate process by nodes.test.ts of the scheduler: one of several nodes, on an accelerated clock. Prints the due
 * time of each task that it runs; with `hang`, runs never end.
 */
const [databaseUrl = '', begun = '', fastFrom = '', fast = '', ending = ''] = process.argv.slice(2)
const speed = Number(fast)
const clock = () => Number(fastFrom) + Math.floor((Date.now() - Number(begun)) * speed)
const store = await openStore({ dataFolder: '', databaseUrl }, clock)
const { vault } = openSecret({ secret: '5a'.repeat(32), dataFolder: '' })
createScheduler({
  tasks: createTaskStore(store, clock, vault),
  clock,
  speed,
  log: (text) => process.stderr.write(`${text}\n`),
  async run({ due }) {
    process.stdout.write(`${due}\n`)
    if (ending === 'hang') await new Promise(() => undefined)
    return { status: 200, content: null }
  },
}).start()
process.stdout.write('ready\n')
setInterval(() => undefined, 1000)
