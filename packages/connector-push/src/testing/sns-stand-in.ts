import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { signatureFault, standInKeys } from '@millwright/instance/subjects/data/files/suite/stand-in-signature'

interface Topic {
  readonly attributes: Map<string, string>
  readonly subscriptions: Map<string, Readonly<Record<string, string>>>
}

const prefix = `arn:aws:sns:${standInKeys.region}:123456789012:`

/**
 * An in-memory stand-in for an Amazon SNS account with the documented query API. It verifies every signature, and its pages are
 * short. The responses in `next` are returned once each, regardless of the request.
 */
export async function openSnsStandIn() {
  const topics = new Map<string, Topic>()
  const published: URLSearchParams[] = []
  const next: { status: number; body: string }[] = []

  const actions: Readonly<Record<string, (asked: URLSearchParams, response: ServerResponse) => void>> = {
    ListTopics: (asked, response) =>
      page(asked, response, 'Topics', [...topics.keys()], (arn) => element('TopicArn', arn)),
    CreateTopic(asked, response) {
      const arn = prefix + asked.get('Name')
      if (!topics.has(arn)) topics.set(arn, { attributes: new Map([['TopicArn', arn]]), subscriptions: new Map() })
      answer(asked, response, element('TopicArn', arn))
    },
    GetTopicAttributes: ofTopic((topic, asked, response) => answer(asked, response, attributes(topic.attributes))),
    SetTopicAttributes: ofTopic((topic, asked, response) => {
      const name = asked.get('AttributeName') ?? ''
      if (!/^[A-Z]\w+$/.test(name)) return refuse(response, 400, 'InvalidParameter', 'AttributeName')
      topic.attributes.set(name, asked.get('AttributeValue') ?? '')
      answer(asked, response, '')
    }),
    DeleteTopic(asked, response) {
      topics.delete(asked.get('TopicArn') ?? '')
      answer(asked, response, '')
    },
    Publish(asked, response) {
      const arn = asked.get('TopicArn')
      if (arn !== null && !topics.has(arn)) return refuse(response, 404, 'NotFound', 'Topic does not exist')
      if (asked.get('Subject')?.includes('\n')) return refuse(response, 400, 'InvalidParameter', 'Invalid <Subject>')
      published.push(asked)
      answer(asked, response, element('MessageId', `message ${published.length}`))
    },
    Subscribe: ofTopic((topic, asked, response) => {
      const arn = `${asked.get('TopicArn')}:${crypto.randomUUID()}`
      const [Protocol = '', Endpoint = '', TopicArn = ''] = ['Protocol', 'Endpoint', 'TopicArn'].map(
        (name) => asked.get(name) ?? '',
      )
      if (Protocol === 'pigeon') return refuse(response, 400, 'InvalidParameter', 'Protocol')
      topic.subscriptions.set(arn, { TopicArn, Protocol, SubscriptionArn: arn, Endpoint })
      answer(asked, response, element('SubscriptionArn', arn))
    }),
    ListSubscriptions(asked, response) {
      const all = [...topics.values()].flatMap(({ subscriptions }) => [...subscriptions.values()])
      page(asked, response, 'Subscriptions', all, elements)
    },
    ListSubscriptionsByTopic: ofTopic(({ subscriptions }, asked, response) =>
      page(asked, response, 'Subscriptions', [...subscriptions.values()], elements),
    ),
    GetSubscriptionAttributes(asked, response) {
      const arn = asked.get('SubscriptionArn') ?? ''
      const found = [...topics.values()].map(({ subscriptions }) => subscriptions.get(arn)).find((each) => each)
      if (found === undefined) return refuse(response, 404, 'NotFound', 'Subscription does not exist')
      answer(asked, response, attributes(new Map(Object.entries(found))))
    },
    Unsubscribe(asked, response) {
      for (const { subscriptions } of topics.values()) subscriptions.delete(asked.get('SubscriptionArn') ?? '')
      answer(asked, response, '')
    },
  }

  function ofTopic(work: (topic: Topic, asked: URLSearchParams, response: ServerResponse) => void) {
    return (asked: URLSearchParams, response: ServerResponse) => {
      const topic = topics.get(asked.get('TopicArn') ?? '')
      if (topic === undefined) refuse(response, 404, 'NotFound', 'Topic does not exist')
      else work(topic, asked, response)
    }
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const fault = signatureFault(request, body, 'sns')
    if (fault !== null) return refuse(response, 403, 'InvalidClientTokenId', `The key ${fault[0]} is invalid`)
    const special = next.shift()
    if (special !== undefined) return void response.writeHead(special.status).end(special.body)
    const asked = new URLSearchParams(body.toString('utf8'))
    const action = actions[asked.get('Action') ?? '']
    if (action === undefined) refuse(response, 400, 'InvalidAction', 'No such action')
    else action(asked, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    published,
    next,
    endpoint: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function page<T>(
  asked: URLSearchParams,
  response: ServerResponse,
  list: string,
  all: readonly T[],
  each: (item: T) => string,
) {
  const from = Number(asked.get('NextToken') ?? 0)
  const shown = all.slice(from, from + 2).map((item) => element('member', each(item), true))
  const more = from + 2 < all.length ? element('NextToken', String(from + 2)) : ''
  answer(asked, response, element(list, shown.join(''), true) + more)
}

function answer(asked: URLSearchParams, response: ServerResponse, content: string): void {
  const action = asked.get('Action') ?? ''
  const result = element(`${action}Result`, content, true)
  response.end(`<${action}Response>${result}<ResponseMetadata/></${action}Response>`)
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const error = element('Code', code) + element('Message', message)
  response.writeHead(status).end(element('ErrorResponse', element('Error', error, true), true))
}

const element = (name: string, content: string, isXml = false) =>
  `<${name}>${isXml ? content : content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`

const elements = (row: Readonly<Record<string, string>>) =>
  Object.entries(row)
    .map(([name, value]) => element(name, value))
    .join('')

const attributes = (pairs: ReadonlyMap<string, string>) =>
  element(
    'Attributes',
    [...pairs].map(([key, value]) => element('entry', elements({ key, value }), true)).join(''),
    true,
  )
