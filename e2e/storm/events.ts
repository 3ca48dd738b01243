import { setTimeout as wait } from 'node:timers/promises'
import type { StormNode, World } from './world.ts'

/** A fault that the storm injects. */
export interface StormEvent {
  readonly name: string
  /** Starts the fault; `node` is the affected node if it affects one. */
  strike(world: World, node: StormNode): Promise<unknown> | unknown
  /** Ends the fault. */
  lift(world: World, node: StormNode): Promise<unknown> | unknown
  /** When callers must be served again: right after the strike because other nodes take over, or only after the fault is lifted. */
  readonly recoversFrom: 'strike' | 'lift'
}

const slow = 100

/** The events, in the order in which they happen. */
export function stormEvents({ redis, nodes }: World): readonly StormEvent[] {
  const others = { recoversFrom: 'strike' } as const
  const startAgain = async (_world: World, node: StormNode) => {
    node.instance = await node.instance.startAgain()
  }
  const redisEvents: readonly StormEvent[] = [
    {
      ...others,
      name: 'Redis killed, and its replica made the primary by Sentinel',
      strike: (world) => world.redis?.crashPrimary(),
      lift: (world) => world.redis?.rejoin(),
    },
  ]
  const links = ({ links: own }: StormNode) => (own === null ? [] : [own.database, own.redis])
  const networkEvents: readonly StormEvent[] = [
    {
      ...others,
      name: 'a node whose network to the database is down',
      strike: (_world, node) => node.links?.database.cut(),
      lift: (_world, node) => node.links?.database.mend(),
    },
    {
      ...others,
      name: 'a node whose network to Redis is down',
      strike: (_world, node) => node.links?.redis.cut(),
      lift: (_world, node) => node.links?.redis.mend(),
    },
    {
      ...others,
      name: 'a node whose network to database and Redis is down',
      strike: (_world, node) => links(node).map((link) => link.cut()),
      lift: (_world, node) => links(node).map((link) => link.mend()),
    },
  ]
  return [
    { ...others, name: 'nothing', strike: () => wait(1_000), lift: () => undefined },
    {
      ...others,
      name: 'a node killed (`kill -9`)',
      strike: (_world, node) => node.instance.stop('SIGKILL'),
      lift: startAgain,
    },
    {
      ...others,
      name: 'a node stopped (SIGTERM)',
      strike: (_world, node) => node.instance.stop('SIGTERM'),
      lift: startAgain,
    },
    {
      ...others,
      name: 'a node that hears of no change, silently',
      strike: (_world, node) => node.listen.hang(),
      lift: (_world, node) => node.listen.open(),
    },
    {
      ...others,
      name: 'a node cut off from the database',
      strike: (_world, node) => Promise.all([node.database.shut(), node.listen.shut()]),
      lift: (_world, node) => Promise.all([node.database.open(), node.listen.open()]),
    },
    {
      ...others,
      name: 'a node cut off from the database, silently',
      strike: (_world, node) => [node.database.hang(), node.listen.hang()],
      lift: (_world, node) => Promise.all([node.database.open(), node.listen.open()]),
    },
    {
      ...others,
      name: `a node whose database answers ${slow} ms late`,
      strike: (_world, node) => node.database.slow(slow),
      lift: (_world, node) => node.database.open(),
    },
    {
      name: 'PostgreSQL ended (`-m immediate`)',
      strike: (world) => world.postgres.primary().crash(),
      lift: (world) => world.postgres.primary().start(),
      recoversFrom: 'lift',
    },
    {
      ...others,
      name: 'PostgreSQL lost, and its standby made the primary',
      async strike(world) {
        await world.postgres.failOver()
        world.primary.lead()
      },
      lift: (world) => world.postgres.rejoin(),
    },
    {
      ...others,
      name: 'PostgreSQL lost, and back as a second primary beside its standby, which was made the primary',
      async strike(world) {
        await world.postgres.failOver()
        world.primary.lead()
        await world.postgres.reviveLost()
        // Each node looks for a server to listen to again, and may find the former primary first.
        await Promise.all(world.nodes.map(({ listen }) => listen.lead()))
      },
      lift: (world) => world.postgres.rejoin(),
    },
    {
      ...others,
      name: 'a node that listens to another PostgreSQL',
      strike: (_world, node) => node.listen.mislead(),
      lift: (_world, node) => node.listen.lead(),
    },
    ...(redis === null ? [] : redisEvents),
    ...(nodes.some((node) => node.links !== null) ? networkEvents : []),
  ]
}
