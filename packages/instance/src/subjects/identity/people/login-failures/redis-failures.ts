import { createRedisClient } from '../../../../platform/connections/redis.ts'
import { createMemoryFailures, type LoginFailures, notCounted, type Tried } from './login-failures.ts'

/**
 * KEYS: counters of the account here, of the account everywhere, and of the network; the last guess; whether the account was
 * signed in to from here. Returns the milliseconds to wait, 0 if it was counted, -1 if it may proceed without being counted.
 */
const takeScript = `
local now, endpoint, mac = tonumber(ARGV[1]), ARGV[2], ARGV[3]
if mac ~= '' then
  local last = redis.call('HMGET', KEYS[4], 'endpoint', 'mac')
  if last[2] == mac and last[1] ~= endpoint then
    redis.call('DEL', KEYS[4])
    return -1
  end
end
local known = redis.call('EXISTS', KEYS[5]) == 1
local longest = 0
for i = 1, 3 do
  local stored = redis.call('HMGET', KEYS[i], 'failures', 'until')
  local failures, till = tonumber(stored[1]) or 0, tonumber(stored[2]) or 0
  if failures >= tonumber(ARGV[2 + i * 2]) and not (i == 2 and known) then longest = math.max(longest, till - now) end
end
if longest > 0 then return longest end
for i = 1, 3 do
  local window = tonumber(ARGV[3 + i * 2])
  local till = tonumber(redis.call('HGET', KEYS[i], 'until')) or 0
  if till > now then
    redis.call('HINCRBY', KEYS[i], 'failures', 1)
  else
    redis.call('HSET', KEYS[i], 'failures', 1, 'until', now + window)
    redis.call('PEXPIRE', KEYS[i], window)
  end
end
if mac ~= '' then
  redis.call('HSET', KEYS[4], 'endpoint', endpoint, 'mac', mac)
  redis.call('PEXPIRE', KEYS[4], ARGV[5])
end
return 0`

const takeBackScript = `
redis.call('DEL', KEYS[4])
for i = 1, 3 do
  if (tonumber(redis.call('HGET', KEYS[i], 'failures')) or 0) > 0 then redis.call('HINCRBY', KEYS[i], 'failures', -1) end
end`

const forgetScript = `
redis.call('DEL', KEYS[1], KEYS[2], KEYS[4])
redis.call('SET', KEYS[5], 1, 'EX', ARGV[1])
if (tonumber(redis.call('HGET', KEYS[3], 'failures')) or 0) > 0 then redis.call('HINCRBY', KEYS[3], 'failures', -1) end`

/** Seconds for which a network with a login to an account is remembered. */
const familiarFor = 30 * 24 * 3600
/** In milliseconds. */
const patience = 1000

/**
 * Counters shared by all nodes with the same Redis. While it is unreachable, each node counts on its own, so that people can
 * still log in.
 */
export function createRedisFailures(url: string): LoginFailures {
  const client = createRedisClient({ url, patience })
  const alone = createMemoryFailures()

  async function takeBack(tried: Tried): Promise<void> {
    await client.run((redis) => redis.eval(takeBackScript, 5, ...keysOf(tried)))
  }

  return {
    async take(tried, now) {
      const { here, everywhere, network, guess } = tried
      const limits = [here, everywhere, network].flatMap(({ most, window }) => [most, window])
      try {
        const taken = Number(
          await client.run((redis) =>
            redis.eval(takeScript, 5, ...keysOf(tried), now, guess?.endpoint ?? '', guess?.mac ?? '', ...limits),
          ),
        )
        return taken === 0 ? { wait: 0, takeBack: () => takeBack(tried) } : notCounted(Math.max(0, taken))
      } catch {
        return alone.take(tried, now)
      }
    },
    async forget(tried, now) {
      await alone.forget(tried, now)
      await client.run((redis) => redis.eval(forgetScript, 5, ...keysOf(tried), familiarFor)).catch(() => undefined)
    },
    close: client.close,
  }
}

function keysOf({ here, everywhere, network }: Tried): string[] {
  const named = (kind: string, name: string) => `millwright:login:${kind}:${name}`
  return [
    ...[here, everywhere, network].map(({ name }) => named('failures', name)),
    named('guess', here.name),
    named('familiar', here.name),
  ]
}
