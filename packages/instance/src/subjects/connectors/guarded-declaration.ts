import { type FieldMessages, Problem } from '@millwright/contract/problem'
import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Connector } from '../../gateway/ports/connector.ts'
import type { ApiDescription } from '../../gateway/ports/openapi.ts'
import type { Log } from '../../platform/log.ts'
import { messageOf } from '../../platform/message-of.ts'

/**
 * Wraps the declaration of a third-party connector so that failing functions do not affect services of other types: responses about all
 * services omit its part, and the reason is logged.
 */
export function guardedDeclaration(connector: Connector, log: Log): Connector {
  const { name, check, describe } = connector
  const tell = (member: string, error: unknown) =>
    log(`The connector '${name}' failed in its function ${member}: ${messageOf(error)}`)
  return {
    ...connector,
    settings: withAuthority(connector.settings),
    ...(check !== undefined && {
      check(config, by) {
        try {
          return readComplaints(check(config, by))
        } catch (error) {
          tell('check', error)
          throw new Problem(503, `These settings cannot be checked: the connector of the type '${name}' failed.`)
        }
      },
    }),
    ...(describe !== undefined && {
      describe(service) {
        try {
          return readDescription(describe(service))
        } catch (error) {
          tell('describe', error)
          return { paths: {}, components: {} }
        }
      },
    }),
  }
}

/** Earlier versions declared only where secrets are sent, as `destination`: `true`, or members of an object. */
function withAuthority(settings: ConfigFields): ConfigFields {
  const declared = Object.entries(settings).map(([name, field]) => {
    const destination: unknown = Reflect.get(field, 'destination')
    if (field.authority !== undefined || destination === undefined) return [name, field] as const
    const authority = Array.isArray(destination) ? { addresses: destination.map(String) } : ('addresses' as const)
    return [name, { ...field, authority }] as const
  })
  return Object.fromEntries(declared)
}

function readComplaints(given: unknown): FieldMessages | null {
  if (given === null || given === undefined) return null
  const areTexts = (each: unknown): each is string[] =>
    Array.isArray(each) && each.every((text) => typeof text === 'string')
  if (!isRecord(given)) throw new Error('it answers no complaints by setting.')
  const complaints: FieldMessages = {}
  for (const [setting, sentences] of Object.entries(given)) {
    if (!areTexts(sentences)) throw new Error(`the complaints about '${setting}' are no list of sentences.`)
    complaints[setting] = sentences
  }
  return complaints
}

function readDescription(given: ApiDescription): ApiDescription {
  if (isRecord(given) && isRecord(given.paths) && isRecord(given.components)) return given
  throw new Error('it answers no paths and components.')
}
